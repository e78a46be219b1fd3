import { useEffect, useId } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { ConfirmDialog } from './dialog.tsx';
import { staffToken } from './staff-session.ts';

/** The ids of the forms with unsaved text. A page has several forms, and React Router allows one blocker. */
const unsaved = new Set<string>();

/** Makes leaving the page, by a link or by closing the tab, ask first while `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(id);
    addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(id);
      removeEventListener('beforeunload', ask);
    };
  }, [id, isUnsaved]);
}

/** An ended session leads to the sign-in without a question, and a link within the page leaves nothing. */
const leavesUnsaved: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  unsaved.size > 0 && staffToken.read() !== null && from.pathname + from.search !== to.pathname + to.search;

/** Dialog that asks before a link leaves a page with unsaved text. Rendered once, by the layout. */
export function UnsavedDialog() {
  const blocker = useBlocker(leavesUnsaved);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      onClose={blocker.reset}
      title="Leave without saving?"
      text="Your changes on this page are not saved yet."
      confirmLabel="Leave without saving"
      dismissLabel="Stay on this page"
      destructive
      onConfirm={blocker.proceed}
    />
  );
}
