import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { contentQuery } from '../admin-api.ts';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import './content.css';
import type { AdminContent } from './contract.ts';
import { Contradictions, contradictionsText } from './contradictions.tsx';
import { BannerForm } from './forms/banner-form.tsx';
import { ListForm, SettingsForm } from './forms/edit-form.tsx';
import { categoriesPart, storesPart, textsPart, tilesPart, videosPart } from './forms/home-forms.tsx';
import { PageForm } from './forms/page-form.tsx';
import { contactPart, rulesPart, sellerPart } from './forms/settings-forms.tsx';

export const meta = () => adminMeta('Online store');

type Part = { name: string; title: string; text: string; render: (content: AdminContent) => ReactNode };

const parts: readonly Part[] = [
  {
    name: 'banners',
    title: 'Banners',
    text: 'The large pictures of the home page.',
    render: ({ banners }) => banners.map((banner) => <BannerForm key={banner.position} banner={banner} />),
  },
  {
    name: 'texts',
    title: 'Home page texts',
    text: 'The texts of the home page.',
    render: (content) => (
      <>
        <Contradictions of={content.textContradictions} />
        <SettingsForm of={textsPart} content={content} />
      </>
    ),
  },
  {
    name: 'tiles',
    title: 'Tiles',
    text: 'The pictures of the popular collection.',
    render: (content) => <ListForm of={tilesPart} content={content} />,
  },
  {
    name: 'videos',
    title: 'Videos',
    text: 'The video beside “Made to Belong”.',
    render: (content) => <ListForm of={videosPart} content={content} />,
  },
  {
    name: 'categories',
    title: 'Categories',
    text: 'Their names, pictures and texts, and their order in the menu.',
    render: (content) => <ListForm of={categoriesPart} content={content} />,
  },
  {
    name: 'stores',
    title: 'Stores',
    text: 'Your shops and their addresses.',
    render: (content) => <ListForm of={storesPart} content={content} />,
  },
  {
    name: 'pages',
    title: 'Pages',
    text: 'Your story and your policies.',
    render: (content) => <PagesPart content={content} />,
  },
  {
    name: 'contact',
    title: 'Name and contact',
    text: 'The name, address, phone and email of the shop.',
    render: (content) => <SettingsForm of={contactPart} content={content} />,
  },
  {
    name: 'rules',
    title: 'Rules',
    text: 'Shipping, cash on delivery, returns and low stock.',
    render: (content) => <SettingsForm of={rulesPart} content={content} />,
  },
  {
    name: 'seller',
    title: 'Seller and tax',
    text: 'GSTIN, state and invoices.',
    render: (content) => <SettingsForm of={sellerPart} content={content} />,
  },
];

const toContents = { to: urls.adminContent, text: 'Online store' };
const toPages = { to: `${urls.adminContent}/pages`, text: 'Pages' };

/** Screen for the settings, the written pages and the home page content. The shop shows a saved change at once. */
export default function ContentPage() {
  const { part: name = '' } = useParams();
  const [params] = useSearchParams();
  const query = useAdminQuery(contentQuery);
  const part = parts.find((each) => each.name === name);
  const slug = name === 'pages' ? params.get('page') : null;
  const page = query.data?.pages.find((each) => each.slug === slug);
  if (!part) return <Contents />;
  return (
    <Screen title={page?.title ?? part.title} back={slug ? toPages : toContents}>
      <WhenReady query={query}>
        {(content) => (
          <div key={name} className={slug ? 'content-form-wide' : 'content-form'}>
            {part.render(content)}
          </div>
        )}
      </WhenReady>
    </Screen>
  );
}

function Contents() {
  return (
    <Screen title="Online store">
      <LinkedCards cards={parts.map((part) => ({ ...part, to: `${urls.adminContent}/${part.name}` }))} />
    </Screen>
  );
}

function LinkedCards({ cards }: { cards: readonly { to: string; title: string; text: string }[] }) {
  return (
    <ul className="cards linked-cards">
      {cards.map(({ to, title, text }) => (
        <li key={to}>
          <Link className="link" to={to}>
            {title}
          </Link>
          <p className="soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** List of the written pages, or the form for the page named in `?page=`. */
function PagesPart({ content: { pages, placeholders } }: { content: AdminContent }) {
  const [params] = useSearchParams();
  const page = pages.find(({ slug }) => slug === params.get('page'));
  if (page)
    return (
      <>
        <Contradictions of={page.contradictions} />
        <PageForm key={page.slug} page={page} placeholders={placeholders} />
      </>
    );
  const cards = pages.map(({ slug, title, updatedAt, contradictions }) => ({
    to: `${urls.adminContent}/pages?page=${slug}`,
    title,
    text: [`Last changed ${formatDateTime(updatedAt)}`, contradictionsText(contradictions.length)]
      .filter(Boolean)
      .join('. '),
  }));
  return <LinkedCards cards={cards} />;
}
