import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Renders what stands below the first screen once a page that was reached by a link has been painted. The server,
 * Back and Forward, and a link to a part of the page render it at once. Its `key` is the page.
 */
export function BelowFirstScreen({ children }: { children: ReactNode }) {
  const { hash } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const [isDue, setDue] = useState(isPop || hash !== '');
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
