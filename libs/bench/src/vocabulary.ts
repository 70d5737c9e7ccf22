function words(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.trim().split(/\s+/u);
  return [first, ...others];
}

/** What identifiers, comments and settings in sources are made of; common words first. */
export const ENGLISH = words(`
  get set data user value name id type key list file path config error index result request response server client
  service token session password login email message event state status query table column record order price amount
  count total size length buffer stream reader writer parser handler manager factory builder worker queue job task
  schedule timer timeout retry limit offset page cursor filter search match pattern rule policy access role permission
  account profile customer company contract invoice payment product stock report chart export import backup restore
  archive storage bucket object region cluster node host port proxy gateway router route header body cookie cache
  memory disk process thread lock mutex signal channel topic partition consumer producer publish subscribe commit
  rollback transaction schema migration column index vector matrix graph tree branch leaf root parent child sibling
  render layout button dialog input label theme color image icon font style class method function return await async
  const import default interface abstract static public private protected final override extends implements throw
  catch finally while switch case break continue null undefined true false string number boolean array object map
  update delete create insert select remove append replace encode decode encrypt decrypt hash sign verify certificate
  secret credential vault release version build deploy test mock fixture assert expect debug trace logger metric
`);

export const RUSSIAN = words(`
  данные пользователь сервер ключ доступ пароль заказ отчёт договор клиент оплата счёт склад товар сумма дата номер
  настройка запрос ответ ошибка проверка обновление удаление список таблица файл папка сообщение событие состояние
  очередь задача правило фильтр поиск совпадение организация сотрудник отдел руководитель бухгалтерия поставка
  возврат перевод подпись сертификат версия сборка выпуск журнал резервная копия восстановление если нет или при для
  после перед только всегда никогда можно нельзя нужно временно пока потом здесь значение строка число функция
`);

/** Beginnings, middles and ends of companies' names. */
export const NAME_PARTS = words(`
  agro alfa ambr arkt avto bal belo ber bio bril cher dal delt digi dobr dom dru elek ener etal euro fin flag gar gaz
  geo glob gran hel indus inter invest irk kama kap kvant lad laz leg lok luch mag mar med met mir mos nav neft neo
  nord nov olimp opt orb pal par per pet plan pol prim prof ros rus sam sev sib sigm smart sokol sol star stroy svyaz
  tech tel terr titan trans tul uni ural vek vel vest vik vol vost yar zap zar zeml zvezd
`);
export const NAME_PARTS_RUSSIAN = words(`
  агро альфа амбр аркт авто бал бело бер био брил чер дал дельт добр дом дру элек энер этал евро фин флаг гар газ гео
  гран индус интер инвест кам кап квант лад лег лок луч маг мар мед мет мир мос нав нефт нео норд нов олимп опт орб
  пал пер план пол прим проф рос рус сам сев сиб сигм сокол сол стар строй связь тех тел титан транс тул уни урал век
  вел вест вик вол вост яр зап зар земл звезд
`);
export const NAME_ENDS = words('bank group soft trade log line lab market info plast prom tek serv net prime holding capital invest');
export const NAME_ENDS_RUSSIAN = words('банк групп софт трейд лог лайн лаб маркет инфо пласт пром тек серв нет капитал');
export const FAMILY_NAMES = words(`
  ivanov petrov sidorov smirnov kuznetsov popov vasiliev sokolov mikhailov novikov fedorov morozov volkov alekseev
  lebedev semenov egorov pavlov kozlov stepanov nikolaev orlov andreev makarov nikitin zakharov
`);
