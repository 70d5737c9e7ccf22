import type { TlObject, TlValue } from '../tl/values.ts';
import type { SimulatedChannel, SimulatedFile, SimulatedMessage } from '../world.ts';

const HOME = 2;

export interface DataCentre {
  readonly id: number;
  readonly host: string;
  readonly port: number;
}

/** An access hash is valid for one account alone. */
export const accessHash = (channel: bigint, phone: string): bigint =>
  BigInt.asIntN(64, (channel + BigInt(phone)) * 6_364_136_223_846_793_005n);
export const fileHash = (file: bigint, phone: string): bigint => accessHash(file + 7n, phone);

export const channelShape = ({ id, username, title, isGroup, members }: SimulatedChannel, phone: string): TlObject => ({
  _: 'channel',
  left: !members.has(phone),
  broadcast: !isGroup,
  megagroup: isGroup,
  id,
  access_hash: accessHash(id, phone),
  title,
  ...(username !== '' && { username }),
  photo: { _: 'chatPhotoEmpty' },
  date: 1_600_000_000,
});

/** What Telegram shows of a channel to someone who may join it. */
export const inviteShape = ({ title, isGroup, members }: SimulatedChannel): TlObject => ({
  _: 'chatInvite',
  channel: true,
  broadcast: !isGroup,
  megagroup: isGroup,
  title,
  photo: { _: 'photoEmpty', id: 0n },
  participants_count: members.size,
  color: 0,
});

export const userShape = ({ id, name }: NonNullable<SimulatedMessage['from']>): TlObject => ({
  _: 'user',
  id,
  access_hash: 1n,
  first_name: name,
});

export function messageShape(channel: SimulatedChannel, message: SimulatedMessage, reader: { phone: string; reference: Buffer }): TlObject {
  const { id, date } = message;
  return messageContent({ id, peer_id: { _: 'peerChannel', channel_id: channel.id }, date, post: !channel.isGroup }, message, reader);
}

/** @param common what it has wherever it stands */
export function messageContent(
  common: Readonly<Record<string, TlValue>>,
  message: SimulatedMessage,
  reader: { phone: string; reference: Buffer },
): TlObject {
  const { date, text, editDate, signature, from, forwarded, reply, links, album, file } = message;
  if (message.isService === true) return { _: 'messageService', ...common, action: { _: 'messageActionPinMessage' } };
  return {
    _: 'message',
    ...common,
    message: text,
    ...(editDate !== undefined && { edit_date: editDate }),
    ...(signature !== undefined && { post_author: signature }),
    ...(from !== undefined && { from_id: { _: 'peerUser', user_id: from.id } }),
    ...(forwarded !== undefined && { fwd_from: { _: 'messageFwdHeader', from_name: forwarded.name, date } }),
    ...(reply !== undefined && {
      reply_to: { _: 'messageReplyHeader', reply_to_msg_id: reply.to, ...(reply.quote !== undefined && { quote_text: reply.quote }) },
    }),
    ...(links !== undefined && { entities: links.map((url) => ({ _: 'messageEntityTextUrl', offset: 0, length: 1, url })) }),
    ...(album !== undefined && { grouped_id: album }),
    ...(file !== undefined && { media: { _: 'messageMediaDocument', document: documentShape(file, reader) } }),
  };
}

const documentShape = (
  { id, name, type, bytes, dc = HOME }: SimulatedFile,
  { phone, reference }: { phone: string; reference: Buffer },
): TlObject => ({
  _: 'document',
  id,
  access_hash: fileHash(id, phone),
  file_reference: reference,
  date: 1_600_000_000,
  mime_type: type,
  size: BigInt(bytes.byteLength),
  dc_id: dc,
  attributes: [{ _: 'documentAttributeFilename', file_name: name }],
});

const NUMBERS = [
  'chat_size_max',
  'megagroup_size_max',
  'forwarded_count_max',
  'online_update_period_ms',
  'offline_blur_timeout_ms',
  'offline_idle_timeout_ms',
  'online_cloud_timeout_ms',
  'notify_cloud_delay_ms',
  'notify_default_delay_ms',
  'push_chat_period_ms',
  'push_chat_limit',
  'edit_time_limit',
  'revoke_time_limit',
  'revoke_pm_time_limit',
  'rating_e_decay',
  'stickers_recent_limit',
  'channels_read_media_period',
  'call_receive_timeout_ms',
  'call_ring_timeout_ms',
  'call_connect_timeout_ms',
  'call_packet_timeout_ms',
  'caption_length_max',
  'message_length_max',
  'webfile_dc_id',
];

export const configShape = (own: number, centres: readonly DataCentre[]): TlObject => ({
  _: 'config',
  date: Math.floor(Date.now() / 1000),
  expires: Math.floor(Date.now() / 1000) + 3600,
  test_mode: false,
  this_dc: own,
  dc_options: centres.map(({ id, host, port }) => ({ _: 'dcOption', id, ip_address: host, port })),
  dc_txt_domain_name: '',
  me_url_prefix: 'https://t.me/',
  ...Object.fromEntries(NUMBERS.map((name) => [name, 100])),
});
