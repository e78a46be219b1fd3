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

/** A button that lets files be chosen. */
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
          // So that the same file can be chosen once more.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
