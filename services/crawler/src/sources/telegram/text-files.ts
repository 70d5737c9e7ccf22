import type { ChannelFile } from '../../upstreams/telegram/channel-messages.ts';

/** Kinds of content whose bytes hold no readable text. */
const MEDIA = /^(?:image|audio|video|font)\//;
/** SVG is text. */
const TEXT_IMAGE = 'image/svg+xml';
/** Programs, media, and other formats without a reader (docs/behaviour/documents.md). */
const CONTAINERS = new Set(
  [
    ...['cab', 'dmg', 'iso'],
    ...['bin', 'deb', 'dll', 'exe', 'ipa', 'msi', 'rpm', 'so'],
    ...['gif', 'heic', 'ico', 'jpeg', 'jpg', 'mov', 'mp3', 'mp4', 'ogg', 'png', 'tgs', 'wav', 'webm', 'webp'],
  ].map((extension) => `.${extension}`),
);

/** Whether a file is downloaded. What is neither media nor a known container is: people name dumps as they like. */
export function isTextFile({ name, type }: Pick<ChannelFile, 'name' | 'type'>): boolean {
  if (MEDIA.test(type) && type !== TEXT_IMAGE) return false;
  const dot = name.lastIndexOf('.');
  return dot < 0 || !CONTAINERS.has(name.slice(dot).toLowerCase());
}
