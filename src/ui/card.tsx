import type { ComponentProps, ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

type CardProps = {
  readonly as?: 'section' | 'article' | 'div' | 'li';
  readonly title?: ReactNode;
  readonly titleLevel?: 2 | 3 | 4;
  /** Lets the focus move to the title. */
  readonly titleId?: string;
  /** Small controls or a figure at the end of the title row. */
  readonly aside?: ReactNode;
  readonly padding?: 'regular' | 'roomy' | 'none';
  readonly children?: ReactNode;
} & Omit<ComponentProps<'div'>, 'title' | 'children' | 'ref'>;

/** A framed area. Don't nest cards. */
export function Card({
  as = 'div',
  title,
  titleLevel = 2,
  titleId,
  aside,
  padding = 'regular',
  className,
  children,
  ...rest
}: CardProps) {
  const Element = as as 'div';
  const Heading = `h${titleLevel}` as const;
  return (
    <Element {...rest} className={classNames(styles.card, styles[padding], className)}>
      {(title || aside) && (
        <div className={`cluster between ${styles.header}`}>
          {title && (
            <Heading id={titleId} tabIndex={titleId === undefined ? undefined : -1} className={styles.title}>
              {title}
            </Heading>
          )}
          {aside && <div className="text-14 muted">{aside}</div>}
        </div>
      )}
      {children}
    </Element>
  );
}
