import { useSearchParams } from 'react-router';
import { Link } from '../../foundation/ui/link.tsx';
import { formatTime } from '../layout/format-times.ts';
import type { AdminContent } from './contract.ts';
import { PageForm } from './forms/page-form.tsx';

/** The policies and the story; `?page=` names the one that is written. */
export function PagesPart({ content: { pages, placeholders } }: { content: AdminContent }) {
  const [params] = useSearchParams();
  const page = pages.find(({ slug }) => slug === params.get('page'));
  if (page) return <PageForm key={page.slug} page={page} placeholders={placeholders} />;
  return (
    <ul className="cards linked-cards">
      {pages.map(({ slug, title, updatedAt }) => (
        <li key={slug}>
          <Link className="link" to={`/admin/content/pages?page=${slug}`}>
            {title}
          </Link>
          <p className="soft">Written {formatTime(updatedAt)}</p>
        </li>
      ))}
    </ul>
  );
}
