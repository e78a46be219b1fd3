import { type MetaArgs, useLoaderData } from 'react-router';
import { page } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { SectionHeading } from '../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import * as urls from '../urls.ts';
import type { PageSection } from './contract.ts';
import { partSummary } from './paragraphs.ts';
import { readPolicy } from './written-pages.server.ts';
import { LastUpdated, WrittenSections } from './written-text.tsx';

export const loader = page(({ shop, url }) => readPolicy(shop, url.pathname));

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { slug, title, intro } = loaderData.policy;
  return describePage(matches, { title, description: partSummary(intro).rest, path: `/${slug}` });
}

export default function PolicyPage() {
  const { policy, policies, abroad } = useLoaderData<typeof loader>();
  const { opening, rest } = partSummary(policy.intro);
  return (
    <Selvedge {...cloths.wave}>
      <div className="page">
        <nav className="crumbs" aria-label="You are here">
          <Link to={urls.home}>Home</Link>
          <span aria-hidden="true">/</span>
          <Link to={urls.legalPolicies}>Legal and Policies</Link>
        </nav>
        <SectionHeading isShort level={1} hindiWord={policy.word} title={policy.title} />
        <div className="policy">
          <PolicyNavigation policy={policy} policies={policies} />
          <div className="prose">
            {policy.intro && (
              <div className="alert info mb-7">
                <Icon name="info" />
                <p>
                  {opening && <b>{opening} </b>}
                  {rest}
                </p>
              </div>
            )}
            <WrittenSections sections={policy.sections} />
            {abroad && (
              <p className="small soft mt-8">
                Ordering from another country?{' '}
                <Link className="link" to={urls.reachUs}>
                  Order by message
                </Link>
                .
              </p>
            )}
            <LastUpdated at={policy.updatedAt} />
            <p className="small soft">
              Is anything unclear?{' '}
              <Link className="link" to={urls.reachUs}>
                Reach us
              </Link>
              .
            </p>
          </div>
        </div>
      </div>
    </Selvedge>
  );
}

type NavigationProps = Pick<Awaited<ReturnType<typeof readPolicy>>, 'policy' | 'policies'>;

/** Links to all policies, and to the sections of the current policy. On phones, the links to sections are collapsed at first. */
function PolicyNavigation({ policy, policies }: NavigationProps) {
  return (
    <div className="toc min-[900px]:sticky min-[900px]:top-36 min-[900px]:self-start">
      <nav aria-label="Policies" className="flex flex-wrap gap-x-5 min-[900px]:flex-col">
        {policies.map(({ slug, title }) => (
          <Link key={slug} to={`/${slug}`} aria-current={slug === policy.slug ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <nav aria-label="On this page" className="mt-5 max-[899px]:hidden">
        <p className="label">On this page</p>
        <SectionLinks sections={policy.sections} />
      </nav>
      <details className="min-[900px]:hidden">
        <summary className="label flex min-h-11 cursor-pointer items-center gap-2">
          On this page
          <Icon name="chevron-down" />
        </summary>
        <nav aria-label="On this page">
          <SectionLinks sections={policy.sections} />
        </nav>
      </details>
    </div>
  );
}

function SectionLinks({ sections }: { sections: readonly PageSection[] }) {
  return sections.map(({ id, heading }) => (
    <a key={id} href={`#${id}`}>
      {heading}
    </a>
  ));
}
