import { type ChangeEvent, useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { photoUrl } from '../../foundation/files/image-widths.ts';
import { textAt } from '../../foundation/parse-json.ts';
import { FailureNote, Field } from '../../foundation/ui/fields.tsx';
import { adminApi, adminQuery } from '../admin-api.ts';
import { uploadFile } from '../catalogue/files/upload-file.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { refreshAdmin, useAdminQuery } from '../layout/use-admin.ts';

type Kind = 'images' | 'videos';
type Props = { kind: Kind; onChosen: (file: string) => void };

const acceptedFiles = {
  images: {
    accept: 'image/jpeg,image/png,image/webp,image/heic,image/heif',
    help: 'JPEG, PNG, WebP or HEIC, up to 15 MB.',
  },
  videos: { accept: 'video/mp4,video/webm', help: 'MP4 or WebM, up to 25 MB.' },
};

/** Dialog in which the user chooses an uploaded file or uploads a new one. */
export function UploadsDialog({ kind, onChosen }: Props) {
  const { isPending, failure, attempt } = useSubmit();
  const [parts, setParts] = useState([0]);
  const [sent, setSent] = useState(0);

  async function upload({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    setSent(0);
    const uploaded = await attempt(() => uploadFile(`/api/admin/upload/content/${kind}`, file, setSent));
    currentTarget.value = '';
    const name = textAt(uploaded, 'file');
    if (name === undefined) return;
    await refreshAdmin('uploads');
    onChosen(name);
  }
  return (
    <div className="grid gap-4">
      <FailureNote failure={failure} />
      <Field label="Upload a new file" help={acceptedFiles[kind].help}>
        {(wired) => (
          <input
            {...wired}
            className="input"
            type="file"
            accept={acceptedFiles[kind].accept}
            disabled={isPending}
            onChange={upload}
          />
        )}
      </Field>
      {isPending && (
        <p className="soft">{sent < 1 ? `Uploading: ${Math.round(sent * 100)}%` : 'Checking the file…'}</p>
      )}
      {parts.map((offset) => (
        <Part
          key={offset}
          kind={kind}
          offset={offset}
          isLast={offset === parts.at(-1)}
          onChosen={onChosen}
          onMore={(next) => setParts([...parts, next])}
        />
      ))}
    </div>
  );
}

type PartProps = Props & { offset: number; isLast: boolean; onMore: (next: number) => void };

function Part({ kind, offset, isLast, onChosen, onMore }: PartProps) {
  const part = { kind, offset: String(offset) };
  const query = useAdminQuery(
    adminQuery(['uploads', kind, part.offset], adminApi.content.uploads.$get, { query: part }),
  );
  return (
    <WhenReady query={query}>
      {({ files, next }) => (
        <>
          <ul className={kind === 'images' ? 'grid grid-cols-3 gap-2' : 'cards'} aria-label="Uploaded files">
            {files.map((file) => (
              <li key={file}>
                <ActionButton
                  className={kind === 'images' ? 'block w-full' : 'link tap wrap-anywhere'}
                  onClick={() => onChosen(file)}
                >
                  {kind === 'images' ? (
                    <img
                      className="aspect-square w-full object-cover"
                      src={photoUrl(file, 160)}
                      alt={file}
                      loading="lazy"
                    />
                  ) : (
                    file
                  )}
                </ActionButton>
              </li>
            ))}
          </ul>
          {files.length === 0 && <p className="soft">No files have been uploaded yet.</p>}
          {isLast && next !== null && (
            <ActionButton className="btn quiet" onClick={() => onMore(next)}>
              Show older files
            </ActionButton>
          )}
        </>
      )}
    </WhenReady>
  );
}
