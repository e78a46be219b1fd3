import 'react';

declare module 'react' {
  /** Allows custom properties in `style`. Custom properties pass values to the style sheets: `--days`, `--c`, `--fx`. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
