import type { ReactNode } from 'react';

type Props = {
  accept: string;
  multiple?: boolean;
  /** Opens the camera on a phone. */
  camera?: boolean;
  className: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

export function FileButton({ accept, multiple, camera, className, onFiles, children }: Props) {
  return (
    <label className={`file-button ${className}`}>
      {children}
      <input
        type="file"
        className="sr"
        accept={accept}
        multiple={multiple}
        capture={camera ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Otherwise the same file could not be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
