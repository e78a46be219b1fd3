import { useEffect, useId } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { ConfirmDialog } from './dialog.tsx';
import { staffToken } from './staff-session.ts';

/** Ids of the forms with unsaved changes. They share one blocker, because React Router allows only one per page. */
const unsaved = new Set<string>();

/** Hook that asks the user before they leave the page or close the tab, as long as `isUnsaved` is true. */
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

/** True if a navigation would lose unsaved changes. False for links within the page, and after a sign-out. */
const leavesUnsaved: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  unsaved.size > 0 && staffToken.read() !== null && from.pathname + from.search !== to.pathname + to.search;

/** Dialog that asks before a link leaves a page with unsaved changes. The layout renders it once. */
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
