package webcopy

// Redraw exports redraw for tests.
var Redraw = redraw

// Shrink exports shrink for tests.
var Shrink = shrink
