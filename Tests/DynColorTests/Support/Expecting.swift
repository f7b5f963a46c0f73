import Testing

/// The same as `#expect`, for what is asked of values that cannot be copied.
func expect(
  _ condition: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(condition, comment, sourceLocation: sourceLocation)
}
