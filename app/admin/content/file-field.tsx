import { useState } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { photoUrl } from '../../foundation/ui/photo.tsx';
import { AdminDialog } from '../layout/dialog.tsx';
import { UploadsDialog } from './uploads-dialog.tsx';

type Props = {
  label: string;
  /** Its file under `/uploads`; blank or `null` where there is none. */
  file: string | null;
  onChange: (file: string | null) => void;
  error?: string | undefined;
  /** True where the shop can do without. */
  isOptional?: boolean;
  kind?: 'images' | 'videos';
};

/** A picture or a film: the one that is there, and the way to another one. */
export function FileField({ label, file, onChange, error, isOptional = false, kind = 'images' }: Props) {
  const [isChoosing, setIsChoosing] = useState(false);
  const what = kind === 'images' ? 'picture' : 'film';
  return (
    <div className="field">
      <p className="font-(--weight-strong)">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        {file && kind === 'images' && (
          <img className="h-24 w-24 object-cover" src={photoUrl(file, 160)} alt="" />
        )}
        {file && kind === 'videos' && <code className="wrap-anywhere">{file}</code>}
        <button type="button" className="btn quiet small" onClick={() => setIsChoosing(true)}>
          <Icon name="image-plus" />
          {file ? 'Another one' : 'Choose'}
          <span className="sr">
            : {what}, {label}
          </span>
        </button>
        {file && isOptional && (
          <button type="button" className="link tap" onClick={() => onChange(null)}>
            Without<span className="sr">: {label}</span>
          </button>
        )}
      </div>
      {error && (
        <p className="error">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
      <AdminDialog open={isChoosing} onClose={() => setIsChoosing(false)} title={`Choose a ${what}`}>
        <UploadsDialog
          kind={kind}
          onChosen={(chosen) => {
            setIsChoosing(false);
            onChange(chosen);
          }}
        />
      </AdminDialog>
    </div>
  );
}
