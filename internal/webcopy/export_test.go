package webcopy

// Redraw is for tests.
var Redraw = redraw
