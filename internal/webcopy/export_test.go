package webcopy

// Redraw is for tests.
var Redraw = redraw

// Shrink is for tests.
var Shrink = shrink
