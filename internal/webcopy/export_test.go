package webcopy

// Redraw exports redraw for tests.
var Redraw = redraw

// Shrink is for tests.
var Shrink = shrink
