import { type MouseEvent, useState } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';

/** Shares the piece by the phone's own sheet, or copies its address; without script it opens a mail. */
export function ShareLink({ name, address }: { name: string; address: string }) {
  const [text, setText] = useState('');

  async function share(event: MouseEvent) {
    event.preventDefault();
    const url = new URL(address, location.href).href;
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: name, url });
      else {
        await navigator.clipboard.writeText(url);
        setText('Link copied');
      }
    } catch (error) {
      // Closing the sheet is an answer, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setText('The link could not be copied. It stands in the address bar.');
    }
  }

  const mail = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(address)}`;
  return (
    <>
      <span className="small soft" role="status">
        {text}
      </span>
      <a className="icon" href={mail} aria-label={`Share ${name}`} onClick={share}>
        <Icon name="share-2" />
      </a>
    </>
  );
}
