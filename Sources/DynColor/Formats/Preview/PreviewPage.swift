// Preview: the fixed parts of the HTML page: styles, controls and script.

/// The parts of the page that do not depend on the theme.
enum PreviewPage {
  /// The rest of the head, after the title. The content security policy allows only inline styles
  /// and the script of the page, which it identifies by its hash. After a change to `script`, the
  /// hash must be computed again. Nothing is loaded from elsewhere.
  static var restOfHead: StaticString {
    #"""
    </title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; \#
    form-action 'none'; style-src 'unsafe-inline'; \#
    script-src 'sha256-Rn7fhtG5/HNrS/iy0J4NckcPkCAtpBdOszc09lCmeuM='">

    """#
  }

  /// The bar with the filter, the choices of scheme, contrast and palette, and the print button.
  static var controls: StaticString {
    #"""
    <div class="bar" role="search" aria-label="Colors">
    <input class="js" type="search" id="filter" placeholder="Filter by name or value" \#
    aria-label="Filter by name or value">
    <fieldset><legend>Scheme</legend>\#
    <input type="radio" name="scheme" id="both" checked><label for="both">Both</label>\#
    <input type="radio" name="scheme" id="light"><label for="light">Light</label>\#
    <input type="radio" name="scheme" id="dark"><label for="dark">Dark</label></fieldset>
    <fieldset><legend>Contrast</legend>\#
    <input type="radio" name="contrast" id="all" checked><label for="all">All</label>\#
    <input type="radio" name="contrast" id="standard"><label for="standard">Standard</label>\#
    <input type="radio" name="contrast" id="more"><label for="more">More</label></fieldset>
    <label class="js" hidden><span class="unseen">Palette or variant</span>\#
    <select id="other"><option value="">As it is</option></select></label>
    <button type="button" id="print" class="js">Print</button>
    <output id="said" aria-live="polite"></output>
    </div>

    """#
  }

  /// The beginning of a table with a column for each mode of `Swatches`. The class `less` means
  /// standard contrast.
  static var startOfModesTable: StaticString {
    #"""
    <div class="scroll" tabindex="0"><table class="on"><thead><tr><td></td>\#
    <th scope="col" class="light less">Light</th>\#
    <th scope="col" class="dark less">Dark</th>\#
    <th scope="col" class="light more">Light, more contrast</th>\#
    <th scope="col" class="dark more">Dark, more contrast</th></tr></thead><tbody>

    """#
  }

  /// The panel in which the script shows details of a color.
  static var details: StaticString {
    #"""
    <aside id="about" aria-label="What is pointed at" hidden>\#
    <p>Point at a color to see what it is made of, and what is made of it. \#
    A click copies its value.</p></aside>

    """#
  }

  /// The style sheet. The classes of what the writer adds for each color:
  /// - `c`: the card of a color; `old`: the card of a deprecated color;
  /// - `f`: a card or a row that the filter can hide;
  /// - `t`: a tile; `x`: a tile with a translucent color;
  /// - `l`, `d`, `s`, `m`: a part of a tile for light, dark, standard contrast, more contrast;
  /// - `w`: a part with white text; `n`: a part or a cell without a value.
  ///
  /// `g` is the grid of the cards of a group, and `on` a table with a column for each mode.
  static var style: StaticString {
    #"""
    :root {
      color-scheme: light dark;
      --page: light-dark(#fff, #111214);
      --raised: light-dark(#f6f6f7, #1a1b1e);
      --ink: light-dark(#17181a, #ededef);
      --soft: light-dark(#5f6268, #a0a3a9);
      --line: light-dark(#e3e4e6, #2b2d31);
      --mark: light-dark(#2f5fd0, #86a9ff);
      --user: light-dark(#c2410c, #ffab70);
      --checker: conic-gradient(#8882 25%, #0000 0 50%, #8882 0 75%, #0000 0) 0 0 / 14px 14px;
      font: 15px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      background: var(--page);
      color: var(--ink);
      scroll-padding: 6rem 0 2rem;
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { max-width: 110rem; margin: 0 auto; padding: 0 clamp(1rem, 3.5vw, 4rem) 6rem; }
    h1, h2, h3, p, ul, dl, dd, fieldset { margin: 0; padding: 0; border: 0; }
    h1 { font-size: clamp(2.5rem, 6.5vw, 5.25rem); font-weight: 650; letter-spacing: -.04em;
      line-height: 1.02; overflow-wrap: anywhere; }
    h2 { font-size: 1.5rem; font-weight: 620; letter-spacing: -.02em; overflow-wrap: anywhere; }
    h3 { font-size: .95rem; font-weight: 600; overflow-wrap: anywhere; }
    small, th, legend { font-size: .8rem; font-weight: 400; color: var(--soft); }
    code, .t, output { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    code { font-size: .75rem; color: var(--soft); overflow-wrap: anywhere; }
    a { color: inherit; }
    :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
    button { font: inherit; color: inherit; background: none; border: 0; padding: 0;
      text-align: start; cursor: copy; }

    header { padding: clamp(2.5rem, 7vw, 6rem) 0 2rem; }
    header p { margin-top: 1rem; color: var(--soft); font-size: 1.05rem; }
    .ribbon { display: flex; height: clamp(3.5rem, 8vw, 7rem); margin-top: 2.5rem;
      border-radius: 1rem; overflow: clip; }
    .ribbon i { flex: 1; }

    .bar { position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap;
      align-items: center; gap: .5rem 1.25rem; padding: .75rem 0; background: var(--page);
      border-bottom: 1px solid var(--line); }
    .bar input[type=search], select, #print { font: inherit; color: inherit;
      background: var(--raised); border: 1px solid var(--line); border-radius: .6rem;
      padding: .4rem .75rem; min-width: 0; }
    .bar input[type=search] { flex: 1 1 12rem; max-width: 22rem; }
    .bar output { margin-inline-start: auto; font-size: .8rem; color: var(--soft); }
    fieldset { display: flex; background: var(--raised); border-radius: .6rem; padding: 3px; }
    fieldset label { padding: .25rem .8rem; border-radius: .45rem; font-size: .87rem;
      cursor: pointer; }
    fieldset input, legend, .unseen { position: absolute; clip-path: inset(50%); width: 1px;
      height: 1px; overflow: hidden; white-space: nowrap; }
    fieldset input:checked + label { background: var(--page); box-shadow: 0 1px 3px #0003;
      font-weight: 550; }
    fieldset input:focus-visible + label { outline: 2px solid var(--mark); }

    nav { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; padding: 1.25rem 0 0;
      font-size: .87rem; }
    nav a { color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
    nav a:hover { color: var(--ink); }
    section { padding-top: 3.5rem; }
    section > header { display: flex; align-items: baseline; gap: .75rem; padding: 0 0 1.25rem; }
    section > header p { margin: 0; font-size: .87rem; }
    .g { display: grid; gap: 1.75rem 1.25rem;
      grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
    .c { min-width: 0; }
    .g > .c { content-visibility: auto; contain-intrinsic-size: auto 11rem; }
    .c > * + * { margin-top: .15rem; }
    .c > .t + * { margin-top: .6rem; }
    .c code, .c p { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical;
      overflow: hidden; }
    .c p { font-size: .82rem; line-height: 1.35; color: var(--soft); }
    .c.old h3 { text-decoration: line-through; text-decoration-color: var(--soft); }

    /* A tile: light to the left, dark to the right, more contrast below. */
    .t { display: grid; grid: 4.25rem 2rem / 1fr 1fr; border-radius: .75rem; overflow: clip;
      position: relative; font-size: .72rem; line-height: 1; }
    .t.x { background: var(--checker), linear-gradient(90deg, #fff 50%, #17181a 0); }
    .t::after { content: ""; position: absolute; inset: 0; border-radius: inherit;
      pointer-events: none; box-shadow: inset 0 0 0 1px #8884; }
    .l { grid-column: 1; } .d { grid-column: 2; } .l.d { grid-column: 1 / -1; }
    .s { grid-row: 1; } .m { grid-row: 2; } .s.m { grid-row: 1 / -1; }
    .t > * { display: flex; align-items: end; justify-content: space-between; gap: .25rem;
      min-width: 0; padding: .55rem .6rem; color: #000c; overflow: hidden; white-space: nowrap; }
    .t > .w { color: #fffe; }
    .t > .n { background: repeating-linear-gradient(-45deg, #8885 0 1px, #8881 0 7px);
      color: #888; }
    .t small { font: 600 .62rem/1 system-ui, sans-serif; color: inherit; opacity: .75; }
    .t > :focus-visible { outline-offset: -3px; outline-color: currentcolor; }

    /* The tiles of a ramp or a table are narrow: their parts are in one column. */
    .ramp { grid-template-columns: repeat(auto-fit, minmax(4.75rem, 1fr)); gap: 0;
      row-gap: 1.25rem; }
    .ramp .t, td .t { display: flex; flex-direction: column; }
    :is(.ramp, td) .x { background: var(--checker), linear-gradient(#fff 50%, #17181a 0); }
    .ramp .t > *, td .t > * { flex: 1 0 1.9rem; padding: .5rem; }
    .ramp .t { min-height: 7rem; border-radius: 0; }
    .ramp .t::after { box-shadow: inset 0 1px #8884, inset 0 -1px #8884; }
    .ramp .c:first-child .t { border-start-start-radius: .75rem; border-end-start-radius: .75rem;
      }
    .ramp .c:last-child .t { border-start-end-radius: .75rem; border-end-end-radius: .75rem; }
    .ramp h3 { padding-inline-start: .5rem; font-weight: 500; font-size: .82rem; }
    .ramp :is(code, p) { display: none; }

    .scroll { overflow: auto hidden; }
    table { border-spacing: .5rem; margin-inline: -.5rem; min-width: 100%; }
    th { text-align: start; }
    thead th { color: var(--ink); font-size: .87rem; font-weight: 600; overflow-wrap: anywhere; }
    tbody th { width: 9rem; min-width: 6rem; position: sticky; inset-inline-start: 0; z-index: 1;
      background: var(--page); overflow-wrap: anywhere; }
    td { padding: 0; min-width: 5.5rem; height: 1px; }
    td > .c, td .t { height: 100%; }
    td.n { border-radius: .75rem; text-align: center; color: var(--soft);
      box-shadow: inset 0 0 0 1px var(--line); }

    /* The tables of contrast and of levels. */
    .on th { color: var(--ink); }
    .on td > div { display: flex; align-items: center; gap: .15rem .6rem; height: 100%;
      padding: .6rem .8rem; border-radius: .75rem; box-shadow: inset 0 0 0 1px #8884;
      font-variant-numeric: tabular-nums; }
    .on td b { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.02em; }
    .on td span { margin-inline-start: auto; font-size: .82rem; }
    .on .steps { flex-direction: column; align-items: start; font-weight: 550;
      overflow-wrap: anywhere; }
    em { font: 650 .65rem/1 system-ui, sans-serif; padding: .25rem .4rem; border-radius: .35rem;
      background: #0a7d3c; color: #fff; white-space: nowrap; }
    em.aa { background: #2f5fd0; }
    em.big { background: #8a5a00; }
    em.low { background: #b3261e; }
    #audit ul { list-style: none; }
    #audit li { padding: .3rem 0; overflow-wrap: anywhere; }
    #audit a:not(:hover) { text-decoration: none; }

    /* The color that is pointed at (now), the colors that it refers to (made), and those that
       refer to it (used). */
    .c { border-radius: .75rem; outline-offset: .35rem; }
    .ramp .c { margin-inline-end: -1px; border-radius: 0; }
    .ramp .c, td .c { outline-offset: 1px; }
    .c.now { outline: 2px solid var(--ink); }
    .c.made { outline: 2px solid var(--mark); }
    .c.used { outline: 2px solid var(--user); }
    #about { overflow: auto; background: var(--page); font-size: .87rem; }
    #about > * + * { margin-top: .75rem; }
    #about h2 { font-size: 1.2rem; }
    #about h3 { font-size: .8rem; font-weight: 500; color: var(--soft); margin-top: 1.25rem; }
    #about code { display: block; max-height: 16rem; overflow: auto; padding: .75rem;
      border-radius: .6rem; background: var(--raised); color: inherit; }
    #about ul { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .4rem;
      }
    #about li a { display: block; padding: .2rem .6rem; border-radius: 1rem;
      text-decoration: none; box-shadow: inset 0 0 0 1.5px var(--mark); overflow-wrap: anywhere; }
    #about .used a { box-shadow: inset 0 0 0 1.5px var(--user); }
    #about dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem .75rem;
      margin-top: .75rem; align-items: center; }
    #about dt { color: var(--soft); }
    #about dd button { display: flex; gap: .5rem; align-items: center;
      font: .75rem/1.3 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    #about dd i { flex: none; width: 1.4rem; height: 1.4rem; border-radius: .35rem;
      box-shadow: inset 0 0 0 1px #8886; }
    @media (min-width: 70rem) {
      main:has(> #about:not([hidden])) {
        display: grid; grid-template-columns: minmax(0, 1fr) 19rem; gap: 0 3rem; }
      #about { grid-column: 2; grid-row: 1 / 1000; position: sticky; top: 4.5rem;
        max-height: calc(100vh - 6rem); align-self: start; margin-top: 3.5rem; padding: 1.25rem;
        border-radius: 1rem; box-shadow: inset 0 0 0 1px var(--line); }
      main > section { grid-column: 1; }
    }
    @media (max-width: 69.99rem) {
      #about { position: fixed; inset: auto 0 0; z-index: 3; max-height: 42vh;
        padding: 1rem clamp(1rem, 3.5vw, 4rem); border-top: 1px solid var(--line);
        box-shadow: 0 -8px 30px #0003; }
      #about:not(.shown) { display: none; }
    }
    @media (max-width: 40rem) {
      .g:not(.ramp) { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr));
        gap: 1.25rem .75rem; }
      .bar { position: static; }
      .on thead { display: none; }
      .on, .on tbody { display: block; min-width: 0; margin: 0; }
      .on td { height: auto; }
      .on tr { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin-bottom: 1rem; }
      .on th { grid-column: 1 / -1; }
    }

    @media screen {
      :root:has(#light:checked) { color-scheme: light; }
      :root:has(#dark:checked) { color-scheme: dark; }
      :root:has(#light:checked) :is(.d:not(.l), td.dark, th.dark),
      :root:has(#dark:checked) :is(.l:not(.d), td.light, th.light),
      :root:has(#standard:checked) :is(.m:not(.s), td.more, th.more),
      :root:has(#more:checked) :is(.s:not(.m), td.less, th.less) { display: none; }
      :root:is(:has(#light:checked), :has(#dark:checked)) .t > * { grid-column: 1 / -1; }
      :root:is(:has(#standard:checked), :has(#more:checked)) .t > * { grid-row: 1 / -1; }
      :root:has(#light:checked) .x { background: var(--checker), #fff; }
      :root:has(#dark:checked) .x { background: var(--checker), #17181a; }
    }
    @media (scripting: none) { .js { display: none; } }
    @media (prefers-reduced-motion: no-preference) {
      :root { scroll-behavior: smooth; }
      .t::after { transition: box-shadow .12s; }
    }
    @media (prefers-contrast: more) {
      :root { --soft: var(--ink); --line: var(--ink); }
    }
    @media print {
      @page { margin: 14mm 12mm; }
      :root { color-scheme: light; font-size: 11px; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .bar, nav, #about { display: none; }
      body { padding: 0; }
      header { padding-top: 0; }
      section { padding-top: 2rem; }
      h2, section > header { break-after: avoid; }
      .c, tr { break-inside: avoid; content-visibility: visible; }
      .g { grid-template-columns: repeat(4, 1fr); gap: 1rem .75rem; }
    }
    """#
  }

  /// The script. Without it, all colors are visible, and schemes can still be chosen.
  ///
  /// A `<template>` has the parts of the page that one palette or one value of a custom axis
  /// changes. When the palette or value is chosen, these parts replace those of the page with the
  /// same attribute `data-of`: `c` and the index of a color for a tile, or `p` and the index of a
  /// pair for a row of the table of contrast.
  static var script: StaticString {
    #"""
    'use strict'
    const find = selector => document.querySelector(selector)
    const all = selector => [...document.querySelectorAll(selector)]
    const make = (tag, text = '', kind = '') =>
      Object.assign(document.createElement(tag), {textContent: text, className: kind})

    // For each color, the colors that it refers to, and those that refer to it.
    const cards = new Map(all('.c').map(card => [card.id, card]))
    const made = new Map(), used = new Map([...cards.values()].map(card => [card, []]))
    for (const card of cards.values()) {
      const numbers = new Set((card.dataset.uses || '').split(' '))
      made.set(card, [...numbers].map(number => cards.get('c' + number)).filter(Boolean))
      for (const other of made.get(card)) used.get(other).push(card)
    }

    // The color that is pointed at, or has the focus.
    const about = find('#about'), said = find('#said')
    let now
    const mark = on => {
      now.classList.toggle('now', on)
      for (const card of made.get(now)) card.classList.toggle('made', on)
      for (const card of used.get(now)) card.classList.toggle('used', on)
    }
    const nameOf = card => card.dataset.name || card.querySelector('h3').textContent
    const list = (title, kind, some) => {
      if (!some.length) return
      const links = make('ul', '', kind)
      for (const card of some.slice(0, 50)) {
        const item = make('li'), link = make('a')
        link.href = '#' + card.id
        link.append(make('bdi', nameOf(card)))
        item.append(link)
        links.append(item)
      }
      if (some.length > 50) links.append(make('li', `and ${some.length - 50} more`))
      about.append(make('h3', title), links)
    }
    const show = card => {
      if (now) mark(false)
      now = card
      about.classList.toggle('shown', !!card)
      if (!card) return
      mark(true)
      const title = make('h2')
      title.append(make('bdi', nameOf(card)))
      about.replaceChildren(title)
      for (const text of card.querySelectorAll('p')) about.append(make('p', text.textContent))
      const values = make('dl')
      for (const [label, kind] of [['Light', '.l.s'], ['Light, more contrast', '.l.m'],
                                   ['Dark', '.d.s'], ['Dark, more contrast', '.d.m']]) {
        const cell = card.querySelector(kind)
        const value = make('dd'), button = make('button', cell.value || cell.firstChild.textContent)
        const chip = make('i')
        chip.style.background = cell.style.background
        button.prepend(chip)
        value.append(button)
        values.append(make('dt', label), value)
      }
      about.append(values)
      const code = card.querySelector('code')
      if (code) about.append(make('h3', 'What it is'), make('code', code.textContent))
      list('Made of', 'made', made.get(card))
      list('Used by', 'used', used.get(card))
    }
    const point = event => {
      const card = event.target.closest?.('.c')
      if (card && card !== now) show(card)
    }
    addEventListener('pointerover', point)
    addEventListener('focusin', point)
    addEventListener('keydown', event => { if (event.key === 'Escape') show() })
    addEventListener('hashchange', () => show(cards.get(location.hash.slice(1))))

    // A click copies a value.
    addEventListener('click', async event => {
      const button = event.target.closest?.('.t button, #about button')
      if (!button) return
      const text = button.value || button.textContent.replace(/P3$/, '')
      try {
        await navigator.clipboard.writeText(text)
        said.value = 'Copied ' + text
      } catch {
        getSelection().selectAllChildren(button)
        said.value = document.execCommand('copy') ? 'Copied ' + text : text
      }
    })

    // The filter searches the whole text of a card or row.
    find('#filter').addEventListener('input', event => {
      const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean)
      let count = 0
      for (const row of all('main .f')) {
        const text = (row.textContent + ' ' + (row.dataset.name || '')).toLowerCase()
        row.hidden = !words.every(word => text.includes(word))
        if (!row.hidden && row.matches('.c')) count++
      }
      for (const part of all('main > section')) {
        part.hidden = !part.querySelector('.f:not([hidden])')
      }
      said.value = words.length ? count + ' found' : ''
    })

    // The choice of a palette or an axis value: its template has the parts that differ.
    const parts = new Map(all('main [data-of]').map(part => [part.dataset.of, part]))
    const other = find('#other')
    let replaced = []
    const put = part => {
      const old = parts.get(part.dataset.of)
      old.replaceWith(part)
      parts.set(part.dataset.of, part)
      return old
    }
    for (const template of all('template')) other.append(new Option(template.title, template.id))
    other.closest('label').hidden = other.length < 2
    other.addEventListener('change', () => {
      replaced.forEach(put)
      const chosen = document.getElementById(other.value)?.content.cloneNode(true)
      replaced = chosen ? [...chosen.querySelectorAll('[data-of]')].map(put) : []
      show(now)
    })

    find('#print').addEventListener('click', () => print())
    about.hidden = false
    show(cards.get(location.hash.slice(1)))
    """#
  }
}
