/**
 * The window of a resource is a hash and a list. The list holds the times of the latest spends, newest first: without headers no more
 * than the configured requests are spent in any stretch of the configured time. The hash describes the window that the upstream's
 * headers told of: `until` its end, `spent` what was spent in it, `sawn` how many of these were answered with headers, `later` how many
 * answers came from the window that follows, and `allowed`.
 *
 * An answer's `remaining` counts every request that the upstream has processed, and none that is under way. Of `spent` requests the
 * `sawn` ones were processed, so `remaining + sawn` is at most what the upstream allows in the window; the least such number holds.
 * What was not answered when the window ends, or was answered from the next one, counts in the next one too.
 */
const SHARED = `
local now = tonumber(ARGV[1])
if now < 0 then local t = redis.call('time'); now = t[1] * 1000 + math.floor(t[2] / 1000) end
local flight = tonumber(ARGV[2])
local function field(name) return tonumber(redis.call('hget', KEYS[1], name) or '0') end
local until_, allowed, gen = field('until'), field('allowed'), field('gen')
local spent, sawn, later = field('spent'), field('sawn'), field('later')
local function in_flight()
  local count = 0
  for _, at in ipairs(redis.call('lrange', KEYS[2], 0, -1)) do
    if now - tonumber(at) >= flight then break end
    count = count + 1
  end
  return count
end
if until_ > 0 and now >= until_ then
  spent = math.min(in_flight(), math.max(0, spent - sawn - later) + later)
  if spent == 0 then redis.call('del', KEYS[2]) else redis.call('ltrim', KEYS[2], 0, spent - 1) end
  until_, sawn, later, allowed, gen = 0, 0, 0, 0, gen + 1
end
local function keep(window)
  redis.call('hset', KEYS[1], 'until', until_, 'spent', spent, 'sawn', sawn, 'later', later, 'allowed', allowed, 'gen', gen)
  local ttl = math.max(window, until_ - now) + flight
  redis.call('pexpire', KEYS[1], ttl)
  redis.call('pexpire', KEYS[2], ttl)
end`;

/** ARGV: now (-1 for Redis' clock), flight, requests, window, kept, 1 to spend or 0 to look. Returns milliseconds to wait, and the window's number. */
export const SPEND = `${SHARED}
local requests, window, kept = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local wait = 0
if until_ > 0 then
  if spent >= allowed then wait = until_ - now end
else
  local oldest = redis.call('lindex', KEYS[2], requests - 1)
  if oldest and now - tonumber(oldest) < window then wait = window - (now - tonumber(oldest)) end
end
if wait > 0 or ARGV[6] == '0' then return {wait, gen} end
spent = spent + 1
redis.call('lpush', KEYS[2], now)
redis.call('ltrim', KEYS[2], 0, kept - 1)
keep(window)
return {0, gen}`;

/**
 * ARGV: now, flight, remaining, milliseconds until the window ends, grace, number of the window in which the request was spent (-1 for
 * none). An answer to a request of an earlier window says nothing of this one.
 */
export const SEE = `${SHARED}
local remaining, left, grace, of = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if of >= 0 and of ~= gen then return 0 end
local mine = of >= 0 and 1 or 0
local ends = now + left
if until_ == 0 then
  spent = math.max(in_flight(), mine)
  sawn = mine
  allowed = remaining + sawn
  until_ = ends + grace
elseif mine == 0 then
  allowed = math.min(allowed, remaining + sawn)
  until_ = math.max(until_, ends + grace)
elseif ends > until_ then
  later = later + 1
else
  -- The window ends clearly earlier than was known: what was answered so far may have been answered from the one that follows.
  if until_ - (ends + grace) > grace then later = later + sawn; sawn = 0 end
  sawn = sawn + 1
  allowed = math.min(allowed, remaining + sawn)
  until_ = math.min(until_, ends + grace)
end
keep(0)
return 1`;

/**
 * ARGV: now, flight, requests, window. Returns what may still be spent and in how many milliseconds all of it may be spent again; nothing for
 * a window without spends.
 */
export const LEFT = `${SHARED}
local requests, window = tonumber(ARGV[3]), tonumber(ARGV[4])
if until_ > 0 then return {math.max(0, allowed - spent), until_ - now} end
local spends = redis.call('lrange', KEYS[2], 0, requests - 1)
local used = 0
for _, at in ipairs(spends) do
  if now - tonumber(at) >= window then break end
  used = used + 1
end
if used == 0 then return {} end
return {requests - used, window - (now - tonumber(spends[1]))}`;

const NOW = `
local now = tonumber(ARGV[1])
if now < 0 then local t = redis.call('time'); now = t[1] * 1000 + math.floor(t[2] / 1000) end`;

/** Adds an account whose window is used up: ARGV now (-1 for Redis' clock), milliseconds, id. */
export const MARK_SPENT = `${NOW}
redis.call('zadd', KEYS[1], now + tonumber(ARGV[2]), ARGV[3])
redis.call('expire', KEYS[1], 86400)`;

/** Ids and milliseconds left, those that are over removed: ARGV now. */
export const LIST_SPENT = `${NOW}
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
local found = redis.call('zrange', KEYS[1], 0, -1, 'withscores')
for at = 2, #found, 2 do found[at] = math.ceil(tonumber(found[at]) - now) end
return found`;
