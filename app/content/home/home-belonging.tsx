import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { Video } from '../../foundation/ui/video.tsx';
import * as urls from '../../urls.ts';
import type { Settings, Slide, Video as StoredVideo } from '../contract.ts';
import { stageImage } from '../stage-image.ts';

type BelongingProps = {
  text: Settings['belonging'];
  video: StoredVideo | undefined;
  /** A close-up of the cloth that the video shows. */
  closeUp: Slide | undefined;
};

const sizes = '(min-width: 768px) 33vw, 80vw';

/** The paragraphs about the shop, with its video and a close-up of the cloth. */
export function Belonging({ text, video, closeUp }: BelongingProps) {
  return (
    <section className="band pt-0">
      <div className="belong">
        <SectionHeading hindiWord={text.word} title="Made to Belong" />
        <div className="prose">
          {text.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <Link className="link tap" to={urls.ourStory}>
              Our Story
            </Link>
          </p>
        </div>
        <figure>
          {video && (
            <span className="video aspect-4/5 min-w-0">
              <Video mp4={video.videoUrl} webm={video.webmUrl} subject="the video">
                {video.poster && (
                  <Photo
                    image={stageImage(video.poster, 720, 900, video.alt)}
                    sizes={sizes}
                    className="h-full object-cover"
                  />
                )}
              </Video>
            </span>
          )}
          {closeUp && (
            <Photo
              image={stageImage(closeUp.img, 900, 1200, closeUp.alt)}
              sizes={sizes}
              className="desktop-only md:h-0 md:min-h-full"
            />
          )}
        </figure>
      </div>
    </section>
  );
}
