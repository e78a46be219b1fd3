import { type FocusEvent, useEffect, useState } from 'react';
import { Icon, IconButton } from './icon.tsx';
import { Link } from './link.tsx';
import { dismissNotice, type Notice, notices } from './notices.ts';

/** Time until a notice without an action disappears, in milliseconds. */
const readingTime = 8000;

/** List of the notices that `notify` shows, at the bottom of the screen. Mounted once. */
export function Notices() {
  return (
    <div className="notices">
      {notices.useValue().map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

/** A notice that disappears after 8 s, unless it has an action or is hovered or focused. */
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
