//! The parser of colors of cssparser, as peers.h has it.
use cssparser::{Color, ParseError, Parser, ParserInput, RGBA};
use std::os::raw::c_int;

/// A `sample_name`.
#[repr(C)]
pub struct Text {
    text: *const u8,
    length: usize,
}

unsafe fn parse(text: &Text) -> Option<RGBA> {
    let bytes = std::slice::from_raw_parts(text.text, text.length);
    let mut input = ParserInput::new(std::str::from_utf8_unchecked(bytes));
    let color = Parser::new(&mut input)
        .parse_entirely(|parser| Color::parse(parser).map_err(ParseError::<()>::from));
    match color {
        Ok(Color::RGBA(color)) => Some(color),
        _ => None,
    }
}

/// # Safety
/// There is room for four components.
#[no_mangle]
pub unsafe extern "C" fn cssparser_read(text: &Text, rgba: *mut f32) -> c_int {
    match parse(text) {
        Some(color) => {
            let read = [color.red_f32(), color.green_f32(), color.blue_f32(), color.alpha_f32()];
            std::ptr::copy_nonoverlapping(read.as_ptr(), rgba, 4);
            1
        }
        None => 0,
    }
}

/// # Safety
/// There are `among` texts.
#[no_mangle]
pub unsafe extern "C" fn cssparser_run(texts: *const Text, among: usize, count: usize) -> usize {
    let (mut failed, mut seen) = (0, 0);
    for index in 0..count {
        match parse(&*texts.add(index & (among - 1))) {
            Some(color) => seen ^= color.red ^ color.green ^ color.blue ^ color.alpha,
            None => failed += 1,
        }
    }
    // What is read must be made.
    std::ptr::write_volatile(&mut seen, seen);
    failed
}
