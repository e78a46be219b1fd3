import { useEffect, useRef } from 'react';

const [width, height] = [72, 96];

/** A picture that is still on this device, small, cut to 3:4. Blank where the browser cannot read its kind. */
export function FileThumb({ file }: { file: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const paper = canvas.current;
    if (paper) void draw(file, paper);
  }, [file]);
  return <canvas ref={canvas} className="file-thumb" width={width} height={height} />;
}

async function draw(file: Blob, paper: HTMLCanvasElement): Promise<void> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!image) return;
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  paper.getContext('2d')?.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  image.close();
}
