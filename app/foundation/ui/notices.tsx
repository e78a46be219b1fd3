import { type FocusEvent, useEffect, useState } from 'react';
import { Icon, IconButton } from './icon.tsx';
import { Link } from './link.tsx';
import { dismissNotice, type Notice, notices } from './notices.ts';

/** Time in milliseconds after which a notice without an action disappears. */
const readingTime = 8000;

/** List of the notices that `notify` shows, at the bottom of the screen. Render it once. */
export function Notices() {
  return (
    <div className="notices">
      {notices.useValue().map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

/** A notice that disappears after 8 s. It stays if it has an action, and while it is hovered or focused. */
function Toast({ notice: { id, text, action } }: { notice: Notice }) {
  const [held, setHeld] = useState({ byPointer: false, byFocus: false });
  const stays = action !== undefined || held.byPointer || held.byFocus;
  const dismiss = () => dismissNotice(id);

  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => dismissNotice(id), readingTime);
    return () => clearTimeout(timer);
  }, [id, stays]);

  return (
    <div
      className="toast"
      role="alert"
      onPointerEnter={() => setHeld((was) => ({ ...was, byPointer: true }))}
      onPointerLeave={() => setHeld((was) => ({ ...was, byPointer: false }))}
      onFocus={() => setHeld((was) => ({ ...was, byFocus: true }))}
      onBlur={(event: FocusEvent) => {
        const isFocusInside = event.currentTarget.contains(event.relatedTarget);
        setHeld((was) => ({ ...was, byFocus: isFocusInside }));
      }}
    >
      <Icon name="info" />
      <span>{text}</span>
      {action && (
        <Link className="link tap" to={action.to} onClick={dismiss}>
          {action.label}
        </Link>
      )}
      <IconButton icon="x" label="Dismiss" onClick={dismiss} />
    </div>
  );
}
