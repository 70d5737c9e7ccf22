/**
 * Of the 10,000 most common passwords those of more than 8 characters, in lower case: the rules refuse the shorter ones.
 * From the list of @zxcvbn-ts/language-common 3.0.4, which is sorted by frequency. MIT licence, Copyright (c) 2012-2016
 * Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts.
 */
export const COMMON_PASSWORDS = `
0.0.0.000 0192837465 1029384756 111222333 1122334455 1123581321 123321123 1234509876 123454321 1234554321 123456123
123456654321 123456789 1234567890 1234567890a 1234567890q 1234567891 12345678910 1234567899 123456789a 123456789d
123456789m 123456789q 123456789qwe 123456789r 123456789s 123456789z 12345678a 12345678q 123456qqq 123456qwe
123456qwerty 12345qwer 12345qwert 12345qwerty 123654789 123698745 123789456 123qwe123 123qweasd 123qweasdzxc 123qwerty
134679852 135792468 1357924680 135798642 147258369 147852369 147896325 192837465 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y
1qa2ws3ed 1qaz2wsx3edc 1qazxsw23edc 321654987 369258147 45m2do5bs 4815162342 741852963 789456123 7894561230 789654123
7ugd5hip2j 9293709b13 963852741 987456321 a12345678 a123456789 abracadabra abrakadabra absolutely adrenalin alejandro
aleksandr aleksandra alessandro alexander alexander1 alexandra alexandre amsterdam anastasia anastasiya andromeda
anonymous argentina armagedon asdasd123 asdfghjkl asdqwe123 australia azertyuiop barcelona barselona baseball1
basketball beautiful benessere bismillah blackbird blackjack bobmarley budweiser buttercup butterfly california
capricorn cardinals cashmoney cassandra catherine celebrity charlotte cheerleaers chevrolet chocolate christian
christina christine christmas christopher cleopatra cleveland cnfybckfd cocksucker commander computer1 dangerous
darkangel deepthroat dfktynbyf dkflbckfd dragonball dragonballz earthlink ekaterina elizabeth elizaveta enterprise
evangelion evolution excalibur experienced favorite6 fisherman fktrcfylh fktrcfylhf flvbybcnhfnjh football1 francesco
freestyle friendster fuck_inside fuckinside fyfcnfcbz fyutkjxtr gfhjkm123 gfhjkmgfhjkm ghbdtn123 ghbywtccf
ghhh47hj7649 ghjcnbnenrf ghjcnjgfhjkm ghjcnjnfr ghjuhfvvf ghostrider gladiator godfather goldeneye good123654
greedisgood halloween happiness harrypotter hellokitty highlander hollywood htubcnhfwbz hurricane idontknow ilovepussy
iloveyou1 iloveyou2 information intercourse ironmaiden jamesbond jefferson jellybean jennifer1 kamasutra katherine
killer123 kissmyass kjrjvjnbd kleopatra konstantin leavemealone left4dead lightning liverpool liverpool1 lokomotiv
madagaskar mailcreated5240 manchester margarita marijuana marseille masterbate masterbating metallica metallica1
microphone microsoft millenium minecraft mississippi montgom240 moonlight morrowind motherfucker motherlode multiplelo
mypassword navigator nevermind nevermore newcastle nightmare nightwish nokia5800 nokia6233 nokia6300 noname123
nthvbyfnjh nuttertools paintball panasonic parlament password01 password1 password12 password123 password2 password9
password99 passwords penetration pimpdaddy pineapple pinkfloyd playstation polniypizdec0211 president pufunga7782
q123456789 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxedc qazwsxedc123 qazwsxedcrfv qazxswedc qwe123qwe qweasd123
qweasdzxc qweasdzxc123 qwerasdfzxcv qwert12345 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyuio qwertyuiop
radiohead rammstein realmadrid revolution rfhfvtkmrf rfvfcenhf rhfcfdbwf rjirfrgbde rjycnfynby roadrunner rocknroll
ronaldinho runescape salamander sasha_007 scoobydoo sebastian sephiroth september sersolution sexybitch skateboard
skywalker slimshady smackdown snowboard sojdlg123aljg something sonyericsson soso123aljg southpark spiderman spongebob
stanislav starcraft starwars1 stephanie stonecold strawberry streaming suckmydick sunflower sunshine1 superman1
supernova supersonic superstar sweetheart sweetness swordfish syncmaster taekwondo teddybear telephone terminator
tinkerbell tkbpfdtnf tokiohotel tottenham translator trfnthbyf trinitron underground undertaker universal university
usuckballz1 valentina valentine vfhufhbnf vfntvfnbrf viewsonic viktoriya vjqgfhjkm vkontakte vladislav vqsablpzla
vsjasnel12 warhammer washington webhompas webmaster wolverine wonderboy wonderful wrestling yfcntymrf yjdsqgfhjkm
zaqwsxcde zaqxswcde zxcasdqwe zxcasdqwe123 zxcvbnm123
`;
