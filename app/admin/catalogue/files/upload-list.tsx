import { Icon } from '../../../foundation/ui/icon.tsx';
import { FileThumb } from './file-thumb.tsx';
import { removeUpload, retryUpload, type Upload } from './upload-queue.ts';

/** The files that are on their way, how far they are, and why one did not come. */
export function UploadList({ uploads, isSaved }: { uploads: readonly Upload[]; isSaved: boolean }) {
  if (uploads.length === 0) return null;
  return (
    <ul className="uploads" aria-label="On the way">
      {uploads.map(({ key, name, kind, file, state, progress, message }) => (
        <li key={key}>
          {kind === 'image' && <FileThumb file={file} />}
          <span className="upload-name">{name}</span>
          {state === 'waiting' && (
            <span className="soft">{isSaved ? 'Waits its turn' : 'Goes with the first save'}</span>
          )}
          {state === 'sending' && (
            <>
              <progress value={progress} max={1} aria-label={`${name} is on its way`} />
              <span className="soft num">
                {progress < 1 ? `${Math.round(progress * 100)} %` : 'Being looked at'}
              </span>
            </>
          )}
          {state === 'failed' && (
            <span className="error" role="alert">
              <Icon name="circle-alert" />
              {message}
            </span>
          )}
          {state === 'failed' && (
            <button type="button" className="link tap" onClick={() => retryUpload(key)}>
              Try again
            </button>
          )}
          {state !== 'sending' && (
            <button
              type="button"
              className="icon"
              aria-label={`Leave ${name} out`}
              onClick={() => removeUpload(key)}
            >
              <Icon name="x" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
