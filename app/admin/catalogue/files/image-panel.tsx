import { useState } from 'react';
import type { ProductImage } from '../../../catalogue/contract.ts';
import { AreaField } from '../../../foundation/ui/fields.tsx';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { ActionButton } from '../../layout/action-button.tsx';
import { FileButton } from './file-button.tsx';

type Props = {
  image: ProductImage;
  at: number;
  count: number;
  onMove: (to: number) => void;
  onAltChange: (alt: string) => void;
  onReplace: (files: File[]) => void;
  onRemove: () => void;
};

/** Alternative text and actions of the chosen image. */
export function ImagePanel({ image, at, count, onMove, onAltChange, onReplace, onRemove }: Props) {
  const [alt, setAlt] = useState(image.alt);
  const name = `picture ${at + 1}`;
  return (
    <div className="panel-box image-panel">
      <AreaField
        label={`What ${name} shows`}
        value={alt}
        onChange={setAlt}
        rows={2}
        maxLength={300}
        help="For those who do not see it, and for search engines: “The pallu, with gold temple teeth”."
      />
      {alt.trim() !== image.alt && (
        <ActionButton className="btn small" onClick={() => onAltChange(alt)}>
          Keep these words
        </ActionButton>
      )}
      {image.width < 1200 && (
        <p className="error">
          <Icon name="circle-alert" />
          <span>It is only {image.width} pixels wide: on a large screen it looks soft.</span>
        </p>
      )}
      <div className="actions">
        <ActionButton icon="chevron-left" isDisabled={at === 0} onClick={() => onMove(at - 1)}>
          Earlier
        </ActionButton>
        <ActionButton isDisabled={at === count - 1} onClick={() => onMove(at + 1)}>
          Later
          <Icon name="chevron-right" />
        </ActionButton>
        <FileButton className="btn quiet small" accept="image/*" onFiles={onReplace}>
          <Icon name="rotate-ccw" />
          Replace
        </FileButton>
        <ActionButton icon="trash-2" onClick={onRemove}>
          Remove
        </ActionButton>
      </div>
    </div>
  );
}
