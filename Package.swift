// swift-tools-version: 6.2
import PackageDescription

/// Release builds are Embedded Swift: the shared library then needs only libc.
/// Debug builds, and so `swift test`, are ordinary Swift: test runtime, sanitizers, coverage.
/// To test optimised code: `swift test -c release --disable-default-traits`.
let embedded = BuildSettingCondition.when(configuration: .release, traits: ["Embedded"])

/// As flags, not as a feature: if a target has the feature in any configuration, SwiftPM treats all
/// its builds as Embedded Swift, and links debug builds without Swift's runtime.
let language = SwiftSetting.unsafeFlags(["-enable-experimental-feature", "Embedded"], embedded)

let package = Package(
  name: "dyncolor",
  products: [.library(name: "dyncolor", type: .dynamic, targets: ["DynColor"])],
  traits: [
    .default(enabledTraits: ["Embedded"]),
    .trait(name: "Embedded", description: "Compile release builds as Embedded Swift."),
  ],
  targets: [
    .systemLibrary(name: "CDynColor", path: "include"),
    .systemLibrary(name: "CPlatform"),
    // Only the baseline kernels: two objects of Embedded Swift, one of them for AVX2, would each
    // define the functions of the runtime, and SwiftPM cannot make them local as CMake does.
    .target(
      name: "Kernels",
      dependencies: ["CPlatform"],
      swiftSettings: [
        language,
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-Xcc", "-fno-math-errno"]),
        .unsafeFlags(
          [
            "-no-allocations", "-Xfrontend", "-trap-function", "-Xfrontend", "dyncolor_trap",
            "-Xfrontend", "-function-sections",
          ], embedded),
      ]),
    .target(
      name: "DynColor",
      dependencies: ["CDynColor", "CPlatform", "Kernels"],
      exclude: ["ABI/exports.map"],
      swiftSettings: [
        language,
        .enableExperimentalFeature("CImplementation"),
        .enableExperimentalFeature("Lifetimes"),
        .treatAllWarnings(as: .error),
        .define("BASELINE_KERNELS"),
        .unsafeFlags(["-Xcc", "-fno-math-errno"]),
        .unsafeFlags(
          [
            "-no-allocations", "-Xfrontend", "-trap-function", "-Xfrontend", "dyncolor_trap",
            "-Xfrontend", "-function-sections",
            "-Xllvm", "-sil-disable-pass=closure-specialize",
            "-Xllvm", "-sil-inline-overall-caller-block-limit=100",
          ], embedded),
      ],
      linkerSettings: [
        .unsafeFlags(
          [
            "-enable-experimental-feature", "Embedded", "-use-ld=lld",
            "-Xlinker", "-soname=libdyncolor.so.1",
            "-Xlinker",
            "--version-script=\(Context.packageDirectory)/Sources/DynColor/ABI/exports.map",
            "-Xlinker", "--gc-sections",
            "-Xlinker", "-z", "-Xlinker", "defs",
            "-Xlinker", "-z", "-Xlinker", "now",
            "-Xclang-linker", "-nostartfiles",
          ], embedded)
      ]
    ),
    .testTarget(
      name: "DynColorTests", dependencies: ["DynColor", "CDynColor"],
      swiftSettings: [
        .enableExperimentalFeature("Lifetimes"),
        .treatAllWarnings(as: .error),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
