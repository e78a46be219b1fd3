import { data } from 'react-router';

export const loader = () => {
  throw data(undefined, { status: 404 });
};

/** Unknown address under /admin, for which the layout's error boundary is rendered. */
export default function NotFoundPage() {
  return null;
}
