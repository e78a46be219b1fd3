import { useEffect, useRef } from 'react';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { ActionButton } from '../../layout/action-button.tsx';
import { removeUpload, retryUpload, type Upload } from './upload-queue.ts';

export function UploadList({ uploads, isSaved }: { uploads: readonly Upload[]; isSaved: boolean }) {
  if (uploads.length === 0) return null;
  return (
    <ul className="uploads" aria-label="Uploads">
      {uploads.map(({ key, name, kind, file, state, progress, message }) => (
        <li key={key}>
          {kind === 'image' && <FileThumb file={file} />}
          <span className="upload-name">{name}</span>
          {state === 'waiting' && (
            <span className="soft">{isSaved ? 'Waiting' : 'Uploads when you save'}</span>
          )}
          {state === 'sending' && (
            <>
              <progress value={progress} max={1} aria-label={`${name} is uploading`} />
              <span className="soft num">
                {progress < 1 ? `${Math.round(progress * 100)} %` : 'Being checked'}
              </span>
            </>
          )}
          {state === 'failed' && (
            <>
              <span className="error" role="alert">
                <Icon name="circle-alert" />
                {message}
              </span>
              <ActionButton className="link tap" onClick={() => retryUpload(key)}>
                Try again
              </ActionButton>
            </>
          )}
          {state !== 'sending' && (
            <ActionButton
              className="icon"
              icon="x"
              label={`Remove ${name}`}
              onClick={() => removeUpload(key)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

const [width, height] = [72, 96];

/** Preview of an image before its upload, cropped to 3:4. Blank if the browser cannot read the format. */
function FileThumb({ file }: { file: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) void draw(file, canvas.current);
  }, [file]);
  return <canvas ref={canvas} className="file-thumb" width={width} height={height} />;
}

async function draw(file: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!image) return;
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  canvas.getContext('2d')?.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  image.close();
}
