import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { initialOf } from '#lib/person-name.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextInput } from '#ui/text-input.tsx';
import { $picture, loadPicture } from '../stores/profile.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

type PictureFieldProps = CardProps & {
  readonly accept: string;
  readonly chosen: File | undefined;
  readonly removed: boolean;
  readonly error: string | undefined;
  readonly onChoose: (file: File | undefined) => void;
  readonly onRemove: () => void;
};

/** The current picture, or the new one before it is saved. */
export function PictureField({ user, accept, chosen, removed, error, onChoose, onRemove }: PictureFieldProps) {
  const { strings } = useTexts();
  const stored = useStore($picture);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => void loadPicture(user.picture), [user.picture]);
  useEffect(() => {
    if (!chosen) return;
    const url = URL.createObjectURL(chosen);
    setPreview(url);
    return () => {
      setPreview(null);
      URL.revokeObjectURL(url);
    };
  }, [chosen]);
  const shown = preview ?? (removed ? null : stored);
  return (
    <div className={styles.picture}>
      {shown ? (
        <img className={styles.face} src={shown} alt={strings.picture_alt} width={80} height={80} />
      ) : (
        <span className={classNames(styles.face, styles.initials)} aria-hidden="true">
          {initialOf(user.first_name)}
          {initialOf(user.last_name)}
        </span>
      )}
      <div className={styles.stack}>
        <TextInput
          type="file"
          label={strings.picture}
          hint={strings.picture_hint}
          name="picture"
          accept={accept}
          error={error}
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
        {shown && (
          <Button variant="quiet" size="small" onClick={onRemove}>
            {strings.picture_remove}
          </Button>
        )}
      </div>
    </div>
  );
}
