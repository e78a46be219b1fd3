import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { page } from '../foundation/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Line } from '../foundation/ui/line.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { readPolicy } from './written-pages.server.ts';
import { LastUpdated, WrittenSections } from './written-text.tsx';

export const loader = page(({ shop, url }) => readPolicy(shop, url.pathname));

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { slug, title, intro } = loaderData.policy;
  return describePage(matches, { title, description: intro, path: `/${slug}` });
}

/** One of the four policies, beside the way to the others. */
export default function PolicyPage() {
  const { policy, policies } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths.wave}>
      <div className="page">
        <nav className="crumbs" aria-label="You are here">
          <Link to="/">Home</Link>
          <span aria-hidden="true">/</span>
          <Link to="/legal-policies">Legal and Policies</Link>
        </nav>
        <Line peg level={1} word={policy.word} title={policy.title} />
        <div className="policy">
          <div className="toc">
            <nav aria-label="Policies">
              {policies.map(({ slug, title }) => (
                <Link key={slug} to={`/${slug}`} aria-current={slug === policy.slug ? 'page' : undefined}>
                  {title}
                </Link>
              ))}
            </nav>
            <nav aria-labelledby="on-this-page" className="mt-5">
              <p id="on-this-page" className="label">
                On this page
              </p>
              {policy.sections.map(({ id, heading }) => (
                <a key={id} href={`#${id}`}>
                  {heading}
                </a>
              ))}
            </nav>
          </div>
          <div className="prose">
            {policy.intro && (
              <div className="alert tell mb-7">
                <Icon name="info" />
                <p>
                  <Intro text={policy.intro} />
                </p>
              </div>
            )}
            <WrittenSections sections={policy.sections} />
            <LastUpdated at={policy.updatedAt} />
            <p className="small soft">
              Something is not clear?{' '}
              <Link className="link" to="/reach-us">
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

/** Sets the words that open a summary apart. */
function Intro({ text }: { text: string }) {
  const [, opening, rest] = /^(In short:)(.*)$/s.exec(text) ?? [];
  if (!opening) return text;
  return (
    <>
      <b>{opening}</b>
      {rest}
    </>
  );
}
