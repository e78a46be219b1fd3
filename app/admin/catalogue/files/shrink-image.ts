/** In pixels. The shop stores 2,000 of them. */
const longEdge = 2400;
const smallEnough = 900_000;

/**
 * Shrinks a phone's photo before the upload, and applies its orientation. Returns a file that this browser cannot read (mostly
 * HEIC) unchanged, because the shop reads more formats.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (file.size < smallEnough) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longEdge / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
