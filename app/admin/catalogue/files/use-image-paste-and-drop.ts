import { useEffect, useRef } from 'react';

type Take = (files: readonly File[]) => void;

/** Pictures that are pasted, or dropped anywhere on the page, go to `take`. */
export function useImagePasteAndDrop(onImages: Take): void {
  const latest = useRef<Take>(onImages);
  useEffect(() => {
    latest.current = onImages;
  });
  useEffect(() => {
    const handleFiles = (files: FileList | undefined) => {
      const images = [...(files ?? [])].filter(
        ({ type, name }) => /^image\//.test(type) || /\.hei[cf]$/i.test(name),
      );
      if (images.length > 0) latest.current(images);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => handleFiles(clipboardData?.files);
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      // Otherwise the browser would leave the page to show the file.
      if (isOfFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      handleFiles(event.dataTransfer?.files);
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
