import { useState } from 'react';

interface LogoImageProps {
  /** The address that the server answered; null for none. */
  readonly logo: string | null;
  /** Height in pixels. */
  readonly height: number;
  /** How many times as wide as high a wide logo may be; it is scaled down to fit. */
  readonly ratio?: number;
  /** Text for screen readers; empty where the page shows the name next to the logo. */
  readonly alt: string;
}

/** The logo of an organisation; nothing where there is none or it does not load. */
export function LogoImage({ logo, height, ratio = 4, alt }: LogoImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (logo === null || logo === failed) return null;
  const style = { maxWidth: height * ratio, height, objectFit: 'contain', flexShrink: 0, display: 'block' } as const;
  return <img src={logo} alt={alt} style={style} onError={() => setFailed(logo)} />;
}
