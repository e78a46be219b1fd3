import { useEffect, useEffectEvent } from 'react';

/** Hook that passes images to `onImages` when the user pastes them, or drops them anywhere on the page. */
export function useImagePasteAndDrop(onImages: (files: readonly File[]) => void): void {
  const latest = useEffectEvent(onImages);
  useEffect(() => {
    const handleFiles = (files: FileList | undefined) => {
      const images = [...(files ?? [])].filter(
        ({ type, name }) => /^image\//.test(type) || /\.hei[cf]$/i.test(name),
      );
      if (images.length > 0) latest(images);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => handleFiles(clipboardData?.files);
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      // Without this, the browser would leave the page and open the dropped file.
      if (isOfFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      handleFiles(event.dataTransfer?.files);
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('paste', paste, { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => controller.abort();
  }, []);
}
