import type { ReactNode } from 'react';

type Props = {
  accept: string;
  multiple?: boolean;
  /** True to open the camera on a phone. */
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
          // Clear the field, because the browser reports no change if the user chooses the same file again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
