import type { MouseEvent } from 'react';
import { type MetaArgs, useLoaderData, useNavigate } from 'react-router';
import { page } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import * as urls from '../urls.ts';
import { partSummary } from './paragraphs.ts';
import { listPolicies } from './written-pages.server.ts';

export const loader = page(async ({ shop }) => {
  const policies = await listPolicies(shop);
  return { policies: policies.map(({ slug, title, intro }) => ({ slug, title, intro })) };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const titles = loaderData.policies.map(({ title }) => title).join(', ');
  return describePage(matches, {
    title: 'Legal and Policies',
    description: `The shop’s policies: ${titles}.`,
    path: urls.legalPolicies,
  });
}

export default function LegalPage() {
  const { policies } = useLoaderData<typeof loader>();
  return (
    <TitledPage
      cloth="wave"
      className="pt-5"
      before={<BackLink />}
      hindiWord="वादा"
      title="Legal and Policies"
    >
      <ul className="list max-w-[40rem]">
        {policies.map(({ slug, title, intro }) => (
          <li key={slug}>
            <Link to={`/${slug}`} className="py-3">
              <Icon name="file-text" />
              <span>
                <b className="block">{title}</b>
                {intro && (
                  <span className="soft block first-letter:uppercase">{partSummary(intro).rest}</span>
                )}
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </TitledPage>
  );
}

/** Link that goes back in the browser's history. Without history or JavaScript, it leads to the home page. */
function BackLink() {
  const navigate = useNavigate();
  function goBack(event: MouseEvent) {
    if (window.history.length < 2) return;
    event.preventDefault();
    navigate(-1);
  }
  return (
    <Link to={urls.home} className="link tap gap-2 no-underline" onClick={goBack}>
      <Icon name="arrow-left" />
      Back
    </Link>
  );
}
