import { type MetaArgs, useLoaderData } from 'react-router';
import { findProduct } from '../catalogue/catalogue.server.ts';
import { page } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { formatCount } from '../foundation/ui/format-count.ts';
import { Fringe } from '../foundation/ui/fringe.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import * as urls from '../urls.ts';
import { stageImage } from './stage-image.ts';
import { readStory } from './written-pages.server.ts';
import { WrittenText } from './written-text.tsx';

/** Returns the product number in the name of a product image, such as `tb-sar-008-1.jpg`. */
const productOf = (file: string | null) => /^(.+)-\d+\.\w+$/.exec(file ?? '')?.[1] ?? null;

export const loader = page(async ({ shop }) => {
  const story = await readStory(shop);
  const product = await findProduct(shop, productOf(story.img));
  return { story, product, image: product?.pictures.find(({ file }) => file === story.img) };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { title, intro, img } = loaderData.story;
  return describePage(matches, {
    title,
    description: intro,
    path: urls.ourStory,
    image: img,
    type: 'article',
  });
}

export default function StoryPage() {
  const { story, product, image } = useLoaderData<typeof loader>();
  return (
    <TitledPage cloth="madderTemple" className="pt-5" hindiWord={story.word} title={story.title}>
      <div className="story">
        {story.img && (
          <figure>
            <Photo
              image={image ?? stageImage(story.img, 900, 1200, story.imgAlt)}
              alt={story.imgAlt}
              sizes="(min-width: 900px) 42vw, 100vw"
              priority
            />
            {product?.loomDays && <Fringe days={product.loomDays} />}
            <figcaption className="small soft mt-2">
              {product ? (
                <Link className="link" to={product.url}>
                  {product.productName}
                </Link>
              ) : (
                story.imgAlt
              )}
              {product?.loomDays && `, ${formatCount(product.loomDays, 'day')} of work`}
            </figcaption>
          </figure>
        )}
        <div className="prose">
          <p className="mb-6 font-display text-5 leading-tight">{story.intro}</p>
          {story.sections.map(({ id, heading, paragraphs }) => (
            <section key={id} id={id} className="mt-6 first-of-type:mt-0">
              {heading && <h2 className="mb-2 text-4">{heading}</h2>}
              <WrittenText paragraphs={paragraphs} />
            </section>
          ))}
          <p className="mt-7">
            <Link className="btn" to={urls.category}>
              Shop all pieces
            </Link>
          </p>
        </div>
      </div>
    </TitledPage>
  );
}
