import { data } from 'react-router';

export const loader = () => {
  throw data(undefined, { status: 404 });
};

/** Page for an unknown URL under /admin. The layout's error boundary renders it. */
export default function NotFoundPage() {
  return null;
}
