// Desktop: the user's settings from the Settings portal (org.freedesktop.portal.Settings).

/// Follows the settings of the Settings portal, a service on the session bus (D-Bus) that most
/// desktops have. Connects to the bus, subscribes to changes, and reads all settings once. If the
/// bus or the portal goes away, keeps the last settings, and tries again after a delay that doubles
/// each time.
struct SettingsPortal: ~Copyable {
  /// The name of the portal on the bus.
  private static var name: StaticString { "org.freedesktop.portal.Desktop" }
  /// The D-Bus interface with the methods and the signal of the settings.
  private static var interface: StaticString { "org.freedesktop.portal.Settings" }
  /// The namespace of most settings that are followed.
  private static var appearance: StaticString { "org.freedesktop.appearance" }
  /// The namespace of the setting `high-contrast`, which is used if a desktop has no setting
  /// `contrast`.
  private static var accessibility: StaticString { "org.gnome.desktop.a11y.interface" }

  /// The first delay before trying again, in nanoseconds, and the greatest one.
  private static var firstDelay: UInt64 { 1_000_000_000 }
  private static var greatestDelay: UInt64 { 256_000_000_000 }
  /// How long to wait before sending again to a bus that does not read, in nanoseconds.
  private static var sendingDelay: UInt64 { 20_000_000 }
  /// The greatest number of messages that one call of `pump` handles. So `pump` returns even if a
  /// sender never stops.
  private static var greatestMessageCount: Int { 1024 }

  private let allocator: Allocator
  private let address: DBusAddress
  private var connection: DBusConnection?
  /// True if `connection` is not `nil`.
  private var isConnected = false
  /// True if calls wait to be sent, because the bus does not read them.
  private var hasOutput = false
  /// The *owner* of the portal's name on the bus: the unique name of the portal's own connection.
  /// Empty if the portal is not running. Only messages from this sender count: the bus also
  /// delivers what other programs send to us.
  private var owner = FixedText<256>()
  /// The serial number of the call that asks for the owner.
  private var ownerCallSerial: UInt32 = 0
  /// The serial number of the call that reads all settings; 0 if none is waiting for an answer.
  private var readCallSerial: UInt32 = 0
  /// True once a call that reads all settings has been answered, if only with an error.
  private var hasAnswer = false
  /// The time of `MonotonicClock` at which `pump` is to connect or, if there is a connection, is to
  /// ask for all settings; `nil` if it is to do neither.
  private var retryTime: UInt64?
  /// The delay before the next time to try again, in nanoseconds.
  private var retryDelay = SettingsPortal.firstDelay
  /// True if the last `pump` handled `greatestMessageCount` messages, so that more may be waiting.
  private var mayHaveMoreMessages = false
  private var settings = PortalSettings()

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// The first call of `pump` connects to the session bus. If `usesPortal` is false, or there is no
  /// bus, `pump` never connects.
  init(_ allocator: Allocator, usesPortal: Bool) throws(OutOfMemory) {
    self.allocator = allocator
    address = try DBusAddress(allocator, usesSessionBus: usesPortal)
    // 0 is a time that has passed.
    if !address.isEmpty { retryTime = 0 }
  }

  /// The settings according to the last messages of the portal.
  var values: SettingValues { settings.values }

  /// True if there is a connection, and no call that reads all settings has been answered yet.
  var isAwaitingFirstAnswer: Bool { isConnected && !hasAnswer }

  /// The longest time to wait before the next call of `pump`, in nanoseconds, if nothing is
  /// received; `nil` if there is no limit.
  func delayUntilNextPump(at now: UInt64) -> UInt64? {
    // One nanosecond stands for "at once".
    if mayHaveMoreMessages { return 1 }
    if hasOutput { return SettingsPortal.sendingDelay }
    return retryTime.map { $0 > now ? $0 &- now : 1 }
  }

  /// Handles the messages that were received. If `retryTime` has come, first connects to the bus
  /// or, if there is a connection, asks the portal for all settings.
  mutating func pump(_ pollDescriptor: borrowing PollDescriptor, at now: UInt64) throws(OutOfMemory)
  {
    if let time = retryTime, now >= time {
      retryTime = nil
      if isConnected { requestAllSettings() } else { try connect(pollDescriptor, at: now) }
    }
    mayHaveMoreMessages = false
    for _ in upTo(SettingsPortal.greatestMessageCount) {
      guard let received = connection?.next() else { return }
      switch received {
      case .nothing: return flush()
      case .end: return disconnect(at: now)
      // The bus has accepted the authentication.
      case .welcome: subscribe()
      case .message(let message): handle(message, at: now)
      }
    }
    mayHaveMoreMessages = true
    flush()
  }

  /// Sends the calls that wait to be sent.
  private mutating func flush() { hasOutput = connection?.flush() ?? false }

  /// Connects to the session bus. If that fails, `pump` tries again later.
  private mutating func connect(
    _ pollDescriptor: borrowing PollDescriptor, at now: UInt64
  ) throws(OutOfMemory) {
    guard let socket = address.connect() else { return scheduleRetry(from: now) }
    do throws(OutOfMemory) {
      let newConnection = try DBusConnection(socket, allocator)
      guard pollDescriptor.add(newConnection.descriptor) else { return scheduleRetry(from: now) }
      connection = consume newConnection
      isConnected = true
    } catch {
      retryTime = now &+ SettingsPortal.firstDelay
      throw error
    }
    flush()
  }

  /// Forgets the connection, which has ended. `pump` connects again later. The settings stay as
  /// they are.
  private mutating func disconnect(at now: UInt64) {
    connection = nil
    isConnected = false
    hasOutput = false
    owner.truncate(to: 0)
    readCallSerial = 0
    scheduleRetry(from: now)
  }

  /// Makes `pump` try again after `retryDelay`, and doubles this delay for the next time, up to
  /// `greatestDelay`.
  private mutating func scheduleRetry(from now: UInt64) {
    retryTime = now &+ retryDelay
    retryDelay = min(retryDelay &* 2, SettingsPortal.greatestDelay)
  }

  // MARK: - Calls

  /// Subscribes to changes, and then asks for all settings. In this order, no change is missed.
  /// `Hello` must be the first call on a bus. Each call of `AddMatch` makes the bus send us the
  /// signals that match a rule.
  private mutating func subscribe() {
    call(.ofBus("Hello"), .none)
    subscribe(toChangesOf: SettingsPortal.appearance)
    subscribe(toChangesOf: SettingsPortal.accessibility)
    call(
      .ofBus("AddMatch"),
      .rule(
        """
        type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',\
        interface='org.freedesktop.DBus',member='NameOwnerChanged'
        """, firstArgument: SettingsPortal.name))
    ownerCallSerial = call(.ofBus("GetNameOwner"), .text(SettingsPortal.name))
    requestAllSettings()
  }

  /// Subscribes to changes of the settings in a namespace.
  private mutating func subscribe(toChangesOf namespace: StaticString) {
    call(
      .ofBus("AddMatch"),
      .rule(
        """
        type='signal',sender='org.freedesktop.portal.Desktop',\
        path='/org/freedesktop/portal/desktop',interface='org.freedesktop.portal.Settings',\
        member='SettingChanged'
        """, firstArgument: namespace))
  }

  /// Asks the portal for all settings. The bus starts the portal if it is not running. Answers to
  /// earlier calls of `ReadAll` are ignored from now on.
  private mutating func requestAllSettings() {
    readCallSerial = call(
      DBusMethod(
        destination: SettingsPortal.name, path: "/org/freedesktop/portal/desktop",
        interface: SettingsPortal.interface, member: "ReadAll"),
      .list(SettingsPortal.appearance, SettingsPortal.accessibility))
  }

  /// Calls a method of the bus or the portal. Returns the serial number of the call; 0 without a
  /// connection.
  @discardableResult
  private mutating func call(_ method: DBusMethod, _ arguments: DBusArguments) -> UInt32 {
    connection?.call(method, arguments) ?? 0
  }

  // MARK: - Messages

  /// Updates the owner or the settings from a message. Ignores messages of other senders than the
  /// bus and the portal.
  private mutating func handle(_ message: DBusMessage, at now: UInt64) {
    let isFromBus = message.sender.equals(DBusMethod.busName)
    let isFromOwner = owner.count > 0 && message.sender.equals(owner.bytes)
    // A message whose arguments have other types than expected is ignored. `readBody` gets these
    // types as a D-Bus signature: `s` is a text, `v` a variant (a value with its type), `a{…}` a
    // dictionary.
    switch message.kind {
    case .reply where isFromBus && message.replySerial == ownerCallSerial:
      let name = try? message.readBody("s") {
        (body: inout DBusReader) throws(MalformedMessage) -> StoredText in try body.readText()
      }
      if let name { setOwner(name) }
    case .reply where isFromOwner && message.replySerial == readCallSerial:
      setSettings(from: message)
    case .error where (isFromBus || isFromOwner) && message.replySerial == readCallSerial:
      endFailedRead(message.errorName, at: now)
    case .signal where isFromBus && message.member.equals("NameOwnerChanged"):
      updateOwner(from: message, at: now)
    case .signal
    where isFromOwner && message.member.equals("SettingChanged")
      && message.interface.equals(SettingsPortal.interface):
      changeSetting(from: message)
    default: break
    }
  }

  private mutating func setOwner(_ name: StoredText) {
    owner.truncate(to: 0)
    owner.append(contentsOf: name.bytes)
  }

  /// Sets the owner from the signal `NameOwnerChanged`: the portal has started, has ended, or was
  /// replaced. If the portal is running, asks it for all settings; otherwise tries again later.
  private mutating func updateOwner(from message: DBusMessage, at now: UInt64) {
    let newOwner = try? message.readBody("sss") {
      (body: inout DBusReader) throws(MalformedMessage) -> StoredText? in
      let name = try body.readText()
      // The old owner.
      _ = try body.readText()
      let new = try body.readText()
      return name.equals(SettingsPortal.name) ? new : nil
    }
    guard let newOwner else { return }
    setOwner(newOwner)
    if newOwner.count > 0 {
      retryTime = nil
      requestAllSettings()
    } else {
      scheduleRetry(from: now)
    }
  }

  /// Replaces all settings by those in an answer to `ReadAll`: a dictionary of namespaces, each a
  /// dictionary of settings. If the answer is malformed, the settings stay as they are.
  private mutating func setSettings(from message: DBusMessage) {
    var settings = PortalSettings()
    let isRead =
      (try? message.readBody("a{sa{sv}}") {
        (body: inout DBusReader) throws(MalformedMessage) -> Void in
        let end = try body.beginArray()
        while body.offset < end {
          try body.beginStruct()
          let namespace = try body.readText()
          let endOfKeys = try body.beginArray()
          while body.offset < endOfKeys {
            try body.beginStruct()
            let key = try body.readText()
            settings.set(namespace, key, try body.readVariant())
          }
        }
      }) != nil
    readCallSerial = 0
    hasAnswer = true
    retryDelay = SettingsPortal.firstDelay
    if isRead { self.settings = settings }
  }

  /// Sets one setting from the signal that it has changed.
  private mutating func changeSetting(from message: DBusMessage) {
    try? message.readBody("ssv") {
      (body: inout DBusReader) throws(MalformedMessage) -> Void in
      let namespace = try body.readText()
      let key = try body.readText()
      settings.set(namespace, key, try body.readVariant())
    }
  }

  /// Ends a call of `ReadAll` that has failed with the error `name`. If there is no portal, or the
  /// portal has no settings or does not allow reading them, forgets the settings, and asks for them
  /// only when the portal starts again. After other errors, keeps the settings, and asks for them
  /// again later.
  private mutating func endFailedRead(_ name: StoredText, at now: UInt64) {
    readCallSerial = 0
    hasAnswer = true
    var start = name.count
    while start > 0, name.bytes.element(at: start &- 1) != UInt8(ascii: ".") { start &-= 1 }
    // The last part of a name such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    let error = name.bytes.slice(start, name.count)
    if error.equals("ServiceUnknown") || error.equals("UnknownMethod")
      || error.equals("UnknownInterface") || error.equals("UnknownObject")
      || error.equals("NotFound") || error.equals("AccessDenied")
    {
      settings = PortalSettings()
    } else {
      scheduleRetry(from: now)
    }
  }
}

/// The settings of the portal, as it has sent them.
private struct PortalSettings: BitwiseCopyable {
  /// The values that were sent. The contrast is `nil` if the portal has no setting `contrast`.
  private var sentValues = SettingValues()
  /// The value of `high-contrast`; `nil` if the portal has no setting of that name.
  private var isHighContrast: Bool?

  /// The settings, with the contrast from `high-contrast` if there is no setting `contrast`.
  var values: SettingValues {
    var values = sentValues
    if values.contrast == nil, let isHighContrast {
      values.contrast = isHighContrast ? UInt8(truncatingIfNeeded: NamedContrast.more.value) : 0
    }
    return values
  }

  /// Sets a value. A value of the wrong type counts as missing.
  mutating func set(_ namespace: StoredText, _ key: StoredText, _ value: DBusValue) {
    if namespace.equals("org.gnome.desktop.a11y.interface") {
      guard key.equals("high-contrast") else { return }
      isHighContrast = value.boolean
    } else if namespace.equals("org.freedesktop.appearance") {
      if key.equals("color-scheme") {
        // The portal has 1 for dark and 2 for light.
        sentValues.scheme = value.number.map {
          $0 == 1 ? SettingValues.darkScheme : $0 == 2 ? SettingValues.lightScheme : 0
        }
      } else if key.equals("contrast") {
        // The portal has 1 for higher contrast.
        sentValues.contrast = value.number.map {
          $0 == 1 ? UInt8(truncatingIfNeeded: NamedContrast.more.value) : 0
        }
      } else if key.equals("accent-color") {
        sentValues.accent = value.numbers.map { SettingValues.Accent(color: Color(accent: $0)) }
      } else if key.equals("reduced-motion") {
        // The portal has 1 for reduced motion. Here, that is DYNCOLOR_MOTION_REDUCED (2), and
        // anything else is DYNCOLOR_MOTION_UNSPECIFIED (0).
        sentValues.motion = value.number.map { $0 == 1 ? 2 : 0 }
      }
    }
  }
}

extension DBusValue {
  fileprivate var number: UInt32? {
    guard case .number(let number) = self else { return nil }
    return number
  }
  fileprivate var boolean: Bool? {
    guard case .boolean(let boolean) = self else { return nil }
    return boolean
  }
  fileprivate var numbers: SIMD3<Double>? {
    guard case .numbers(let numbers) = self else { return nil }
    return numbers
  }
}

extension Color {
  /// The color of three components in sRGB. `nil` if one of them is not in 0…1, by which the portal
  /// says that no color is set.
  fileprivate init?(accent rgb: SIMD3<Double>) {
    for index in 0..<3 where !(rgb[index] >= 0 && rgb[index] <= 1) { return nil }
    self.init(.srgb, rgb, alpha: 1)
  }
}
