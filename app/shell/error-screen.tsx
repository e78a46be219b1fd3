import { useLocation } from 'react-router';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import * as urls from '../urls.ts';

type Props = {
  status: number;
  title?: string;
  /** Text for the customer. If absent, the text depends on the status. */
  text?: string;
};

const gone = {
  title: 'Page not found',
  text: 'There is no page at this address, or the piece that was here is no longer in the shop.',
};
const broken = {
  title: 'Something went wrong',
  text: 'Please try again. If it keeps happening, write to us and we will look into it.',
};
const refused = {
  title: 'That did not work',
  text: 'We could not do what you asked. Please go back and try again.',
};

function defaultsOf(status: number) {
  if (status === 404 || status === 410) return gone;
  return status >= 500 ? broken : refused;
}

/** Error page with a text, links to the shop, a search box, and a drawing of a loose thread. */
export function ErrorScreen({ status, title, text }: Props) {
  const defaults = defaultsOf(status);
  const { pathname, search } = useLocation();
  const shop = useLayoutData()?.settings.name;
  return (
    <TitledPage cloth="madderTemple" className="pt-5" hindiWord="धागा" title={title ?? defaults.title}>
      <title>{[title ?? defaults.title, shop].filter(Boolean).join(' | ')}</title>
      <meta name="robots" content="noindex" />
      <div className="split">
        <div className="empty">
          <p>{text ?? defaults.text}</p>
          {text && defaults === gone && <p className="soft">{gone.text}</p>}
          <div className="actions">
            {defaults !== gone && (
              <a className="btn" href={`${pathname}${search}`}>
                Try again
              </a>
            )}
            <Link className={defaults === gone ? 'btn' : 'btn quiet'} to={urls.home}>
              Back to the shop
            </Link>
            <Link className="btn quiet" to={urls.category}>
              All categories
            </Link>
          </div>
          <LooseThread />
        </div>
        <search className="group">
          <h2>Search</h2>
          <form action={urls.search} className="form">
            <div className="field">
              <label htmlFor="lost-search">A saree, a craft, a colour</label>
              <input className="input" id="lost-search" type="search" name="query" />
            </div>
            <div>
              <button className="btn quiet" type="submit">
                <Icon name="search" />
                Search
              </button>
            </div>
          </form>
          <p>
            Or{' '}
            <Link className="link tap" to={urls.reachUs}>
              write to us
            </Link>
            .
          </p>
        </search>
      </div>
    </TitledPage>
  );
}

function LooseThread() {
  return (
    <svg
      className="loose-thread mt-5"
      height="90"
      viewBox="0 0 520 150"
      fill="none"
      stroke="var(--color-rod)"
      strokeWidth="3"
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <path d="M-400 20H240c60 0 70 40 30 52s-70-20-30-46 150-30 150 22-90 60-120 36 40-40 90-20 60 60 110 46" />
    </svg>
  );
}
