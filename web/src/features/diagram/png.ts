import { addressOf, type Drawing } from './draw'

/** PNG pixels per pixel of the drawing, for printing; fewer if the picture would become too large. */
const SCALE = 2
const MAX_SIDE = 4000
const MAX_PIXELS = 6_000_000

/** A drawing as a PNG on white. */
export async function toPng(drawing: Drawing): Promise<Blob> {
  const { width, height } = drawing
  const scale = Math.min(SCALE, MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)))
  const image = new Image()
  image.src = addressOf(drawing)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width * scale))
  canvas.height = Math.max(1, Math.floor(height * scale))
  const brush = canvas.getContext('2d')!
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((give, fail) =>
    canvas.toBlob((png) => (png ? give(png) : fail(new Error('no picture'))), 'image/png'),
  )
}
