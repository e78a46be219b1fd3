import { z } from '@hono/zod-openapi';
import { line, prose } from '../foundation/text-contract.ts';
import { policySlugs } from './contract.ts';
import { SeenVersion, webAddress, whole } from './settings-contract.ts';

/** A path of the shop, such as `/Sarees?color=Indigo`. */
const inShop = z
  .string('Please enter the address of a page of the shop, such as /Sarees.')
  .trim()
  .max(300, 'Please use a shorter page address.')
  .regex(
    /^\/(?![/\\])[^\s\\]*$/,
    'Please enter the address of a page of the shop. It begins with /, such as /Sarees.',
  );

const file = (kinds: string, text: string) =>
  z
    .string(text)
    .max(120, text)
    .regex(new RegExp(`^[A-Za-z0-9][\\w-]*(\\.[\\w-]+)*\\.(${kinds})$`, 'i'), text);

export const image = file('jpe?g|png|webp', 'Please choose a picture.');

/**
 * Returns the schema of a list in which each item must have another value in `field`. `text` is the error message for a repeated
 * value. `fold` converts the values before they are compared.
 */
export function eachOnce<Field extends string, T extends z.ZodType<Record<Field, string>>>(
  field: Field,
  text: string,
  list: z.ZodArray<T>,
  fold = (value: string) => value,
) {
  return list.superRefine((items, context) => {
    const values = new Set<string>();
    for (const [index, item] of items.entries()) {
      const value = fold(item[field]);
      if (values.has(value)) context.addIssue({ code: 'custom', path: [index, field], message: text });
      values.add(value);
    }
  });
}

/** Returns the schema of a list on the home page. The id of a new item is null. */
function editedList<Shape extends z.ZodRawShape>(fields: Shape, max: number, text: string) {
  return z.array(z.strictObject({ id: z.uuid().nullable(), ...fields })).max(max, text);
}

export const EditPageInput = z
  .strictObject({
    ...SeenVersion.shape,
    title: line(100, 'Please write the title.'),
    intro: prose(1200, 'Please write the introduction.'),
    img: image.nullable(),
    imgAlt: line(300),
    sections: z
      .array(
        z.strictObject({
          /** Anchor of the section in the page's URL. Empty for a new section. */
          id: z
            .string()
            .regex(
              /^[a-z0-9-]{0,60}$/i,
              'The anchor of a section can have only letters, digits and hyphens.',
            ),
          heading: line(120, 'Please write the heading.'),
          paragraphs: z
            .array(prose(4000, 'Please write this paragraph.'))
            .min(1, 'Please write the section.')
            .max(60, 'This section is too long. Please split it in two.'),
        }),
      )
      .max(40, 'Please add at most forty sections.'),
  })
  .refine(({ img, imgAlt }) => img === null || imgAlt !== '', {
    path: ['imgAlt'],
    message: 'Please describe the picture for shoppers who cannot see it.',
  })
  .openapi('EditPageInput');
export type EditPageInput = z.infer<typeof EditPageInput>;

const SlideEdit = z.strictObject({
  img: image,
  alt: line(300, 'Please describe the picture for shoppers who cannot see it.'),
  focus: whole(0, 100),
  title: line(80),
  text: line(240),
  linkLabel: line(40),
  /** A path of the shop, or an empty text. */
  link: z.union(
    [z.literal(''), inShop],
    'Please enter the address of a page of the shop. It begins with /, such as /Sarees.',
  ),
});

export const EditBannerInput = z
  .strictObject({
    ...SeenVersion.shape,
    title: line(100),
    slides: eachOnce(
      'img',
      'This picture is already in the list.',
      z
        .array(SlideEdit)
        .min(1, 'Please add at least one picture.')
        .max(5, 'Please add at most five pictures.'),
    ),
  })
  .openapi('EditBannerInput');
export type EditBannerInput = z.infer<typeof EditBannerInput>;

export const EditTilesInput = z
  .strictObject({
    ...SeenVersion.shape,
    items: eachOnce(
      'link',
      'Another tile already has this link.',
      editedList(
        {
          title: line(40, 'Please write the title.'),
          link: inShop,
          img: image,
          colour: z.string().regex(/^#[0-9a-f]{6}$/i, 'Please choose a colour.'),
        },
        8,
        'Please add at most eight tiles.',
      ),
    ),
  })
  .openapi('EditTilesInput');
export type EditTilesInput = z.infer<typeof EditTilesInput>;

export const EditVideosInput = z
  .strictObject({
    ...SeenVersion.shape,
    items: editedList(
      {
        videoUrl: file('mp4', 'Please choose an MP4 video.'),
        webmUrl: file('webm', 'Please choose a WebM video.').nullable(),
        poster: image.nullable(),
        alt: line(300, 'Please describe the video for shoppers who cannot see it.'),
      },
      6,
      'Please add at most six videos.',
    ),
  })
  .openapi('EditVideosInput');
export type EditVideosInput = z.infer<typeof EditVideosInput>;

export const EditStoresInput = z
  .strictObject({
    ...SeenVersion.shape,
    items: eachOnce(
      'name',
      'Another store already has this name.',
      editedList(
        {
          name: line(60, 'Please write the store’s name.'),
          address: line(300),
          hours: line(120, 'Please write the opening hours.'),
          mapUrl: webAddress,
        },
        12,
        'Please add at most twelve stores.',
      ),
    ),
  })
  .openapi('EditStoresInput');
export type EditStoresInput = z.infer<typeof EditStoresInput>;

export const PolicySlug = z.enum(policySlugs);
