/** As long as a picture has to be: the shop keeps 2,000 pixels of it. */
const longEdge = 2400;
const smallEnough = 900_000;

/**
 * A phone's picture, made smaller in the browser before it goes over a slow network, turned as it was held. A file
 * that this browser cannot read (HEIC mostly) goes as it is: the shop reads more kinds than browsers do.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (file.size < smallEnough) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longEdge / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const pen = canvas.getContext('2d');
    if (!pen) return file;
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
