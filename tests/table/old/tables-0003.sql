BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE chat (
	id INTEGER NOT NULL, 
	table_id VARCHAR(24) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	text VARCHAR(280) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "chat" VALUES(1,'bmc2sb6hgkgq','Ann','ahoy',1.79484914095162439344e+09);
CREATE TABLE events (
	table_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	line VARCHAR(120) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('n8drrp5tp8wt',1,'A spin',1.79484913934120726588e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',2,'sea spin ?',1.79484913934243512151e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',3,'sea event drift',1.79484913934243512151e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',4,'A card 1',1.79484913934498977665e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',5,'A enter 14',1.79484913934899020194e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',6,'B spin',1.79484913935699176784e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',7,'sea spin 2',1.79484913935746073724e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',8,'B card 2',1.79484913936484837535e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',9,'B enter 17',1.79484913937412452695e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',10,'B left',1.7948491393894591331e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',11,'B stop',1.79484913939928054805e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',12,'C spin',1.79484913941840553289e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',13,'sea spin 3',1.7948491394190268516e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',14,'C card 1',1.79484913943827652932e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',15,'C enter 18',1.79484913945415902134e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',16,'C down',1.79484913947435474395e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',17,'C stop',1.79484913951668119437e+09);
INSERT INTO "events" VALUES('n8drrp5tp8wt',18,'A ascend',1.79484913956089234352e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',1,'sea first B',1.79484913974951887133e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',2,'sea draw chest-4',1.79484913974951887133e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',3,'B surface',1.7948491397538650036e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',4,'sea draw harpoon-3',1.79484913975485348702e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',5,'A harpoon B chest',1.7948491397712368965e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',6,'A surface',1.79484913977422904968e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',7,'sea draw anchor-3',1.79484913977517485618e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',8,'B surface',1.79484913978426551817e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',9,'sea draw harpoon-5',1.79484913978551340104e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',10,'A harpoon B anchor',1.79484913980061125751e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',11,'A surface',1.79484913980501627922e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',12,'sea draw knife-7',1.79484913980588340763e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',13,'B knife A harpoon',1.7948491398133170605e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',14,'B surface',1.79484913981667542452e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',15,'sea draw squid-6',1.79484913981772184368e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',16,'sea draw chest-3',1.79484913981772184368e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',17,'sea draw anchor-6',1.79484913981772184368e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',18,'A surface',1.79484913982308053968e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',19,'sea draw chest-7',1794849139.8236);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',20,'B surface',1.79484913983300113683e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',21,'sea draw key-6',1.79484913983357429511e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',22,'A surface',1.79484913983909249307e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',23,'sea draw mermaid-6',1.79484913983984184266e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',24,'B surface',1.7948491398515129089e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',25,'sea draw harpoon-6',1.79484913985587906833e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',26,'A harpoon B mermaid',1.79484913986757349969e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',27,'A surface',1.79484913987693119052e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',28,'sea draw mermaid-5',1.79484913987932610509e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',29,'B surface',1.7948491398842151165e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',30,'sea draw anchor-4',1.79484913988475918767e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',31,'A surface',1.79484913988717102997e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',32,'sea draw map-4',1.79484913989232087137e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',33,'sea show chest-2',1.79484913989232087137e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',34,'sea show map-2',1.79484913989232087137e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',35,'sea show harpoon-2',1.79484913989232087137e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',36,'B take chest-2',1.79484913989624524123e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',37,'B surface',1.79484913990347647668e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',38,'sea draw knife-5',1.7948491399822921753e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',39,'A knife B map',1.79484913999327683449e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',40,'A surface',1.79484914003217077256e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',41,'sea draw squid-5',1.79484914003334641461e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',42,'sea draw mermaid-8',1.79484914003334641461e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',43,'sea draw anchor-5',1.79484914003334641461e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',44,'B surface',1.79484914012591600419e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',45,'sea draw map-6',1.79484914012725806239e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',46,'sea show net-2',1.79484914012725806239e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',47,'sea show knife-2',1.79484914012725806239e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',48,'sea show harpoon-5',1.79484914012725806239e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',49,'A take knife-2',1.79484914025371336933e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',50,'A knife B knife',1.79484914026915407178e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',51,'A surface',1.79484914027698469161e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',52,'sea draw knife-3',1.79484914027758455279e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',53,'B knife A knife',1794849140.29309);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',54,'B surface',1.79484914030089068412e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',55,'sea draw drone-5',1.79484914030166101454e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',56,'sea peek key-3',1.79484914030166101454e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',57,'A surface',1.7948491403147637844e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',58,'sea draw key-3',1.79484914031522059443e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',59,'B surface',1.79484914032484745979e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',60,'sea draw map-7',1.79484914032591104512e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',61,'sea show knife-5',1.79484914032591104512e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',62,'sea show map-4',1.79484914032591104512e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',63,'sea show map-2',1.79484914032591104512e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',64,'A take map-4',1.79484914034109234804e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',65,'sea draw chest-6',1.79484914034163069726e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',66,'B surface',1.79484914035357284549e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',67,'sea draw harpoon-4',1.79484914035417938236e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',68,'A surface',1.79484914035912632938e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',69,'sea draw net-3',1.79484914035958862299e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',70,'B net chest',1.79484914038118624685e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',71,'B surface',1.79484914038501048088e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',72,'sea draw squid-7',1.79484914038593888286e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',73,'sea draw drone-7',1.79484914038593888286e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',74,'sea peek key-5',1.79484914038593888286e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',75,'A continue',1.79484914040091252324e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',76,'sea draw key-5',1.79484914040162396435e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',77,'A surface',1.7948491404155042172e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',78,'sea draw net-4',1.79484914041610503195e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',79,'B net knife',1.79484914042574644093e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',80,'B knife A map',1.7948491404411115646e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',81,'B surface',1794849140.45883);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',82,'sea draw net-7',1.79484914045957040787e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',83,'A net chest',1.79484914046414923663e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',84,'A surface',1.79484914047553300859e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',85,'sea draw chest-5',1.79484914056468892098e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',86,'B surface',1.79484914057318186765e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',87,'sea draw knife-4',1.7948491405738897324e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',88,'A knife B squid',1.79484914058530044562e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',89,'A surface',1794849140.60951);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',90,'sea draw mermaid-9',1.79484914061001467702e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',91,'B surface',1.7948491406139893532e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',92,'sea draw drone-6',1.79484914061469697952e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',93,'sea peek drone-4',1.79484914061469697952e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',94,'A surface',1.79484914062468552588e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',95,'sea draw drone-4',1.79484914062541770938e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',96,'sea peek map-5',1.79484914062541770938e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',97,'B surface',1.79484914063385295863e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',98,'sea draw map-5',1.79484914063933539388e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',99,'sea show net-2',1.79484914063933539388e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',100,'sea show map-2',1.79484914063933539388e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',101,'sea show harpoon-5',1.79484914063933539388e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',102,'A take net-2',1.79484914064502120017e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',103,'A net key',1.7948491406571872234e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',104,'A surface',1794849140.66167);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',105,'sea draw net-5',1.79484914066250324246e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',106,'B net chest',1.79484914074458265301e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',107,'B surface',1.79484914074917125707e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',108,'sea draw map-3',1.79484914075114846236e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',109,'sea show mermaid-4',1.79484914075114846236e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',110,'sea show map-7',1.79484914075114846236e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',111,'sea show map-2',1.79484914075114846236e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',112,'A take mermaid-4',1.79484914091221714016e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',113,'A surface',1.79484914091786384579e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',114,'sea draw anchor-7',1.79484914091837191585e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',115,'B surface',1.79484914092000842093e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',116,'sea draw drone-3',1.79484914092063760761e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',117,'sea peek net-6',1.79484914092063760761e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',118,'A surface',1.79484914092654395103e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',119,'sea draw net-6',1.79484914092695808408e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',120,'B net key',1.79484914093773889544e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',121,'B surface',1.79484914093971490854e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',122,'sea draw squid-3',1.79484914094061207773e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',123,'sea draw mermaid-7',1.79484914094061207773e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',124,'sea draw knife-6',1.79484914094061207773e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',125,'A knife B drone',1.79484914094228363038e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',126,'A surface',1.79484914094380354878e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',127,'sea draw key-4',1.79484914094420957564e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',128,'B surface',1.79484914094546175004e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',129,'sea draw key-7',1.79484914094583463666e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',130,'A surface',1.79484914094708681111e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',131,'sea draw squid-4',1.79484914094757103922e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',132,'sea draw harpoon-7',1.79484914094757103922e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',133,'B harpoon A drone',1.79484914094894742967e+09);
INSERT INTO "events" VALUES('bmc2sb6hgkgq',134,'B surface',1.79484914095022559171e+09);
CREATE TABLE luggage (
	secret VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	sealed BLOB NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (secret)
);
CREATE TABLE moves (
	table_id VARCHAR(24) NOT NULL, 
	move_id VARCHAR(80) NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (table_id, move_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','A:0',3);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','A:3',4);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','A:4',5);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','B:5',7);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','B:7',8);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','B:8',9);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','B:9',10);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','B:10',11);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','C:11',13);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','C:13',14);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','C:14',15);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','C:15',16);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','C:16',17);
INSERT INTO "moves" VALUES('n8drrp5tp8wt','A:17',18);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:2',4);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:4',5);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:5',7);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:7',9);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:9',10);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:10',12);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:12',13);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:13',17);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:17',19);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:19',21);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:21',23);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:23',25);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:25',26);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:26',28);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:28',30);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:30',35);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:35',36);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:36',38);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:38',39);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:39',43);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:43',48);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:48',49);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:49',50);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:50',52);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:52',53);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:53',56);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:56',58);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:58',63);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:63',65);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:65',67);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:67',69);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:69',70);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:70',74);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:74',76);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:76',78);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:78',79);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:79',80);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:80',82);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:82',83);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:83',85);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:85',87);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:87',88);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:88',90);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:90',93);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:93',96);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:96',101);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:101',102);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:102',103);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:103',105);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:105',106);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:106',111);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:111',112);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:112',114);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:114',117);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:117',119);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:119',120);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:120',124);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:124',125);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:125',127);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:127',129);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','A:129',132);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:132',133);
INSERT INTO "moves" VALUES('bmc2sb6hgkgq','B:133',134);
CREATE TABLE reports (
	table_id VARCHAR(24) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options TEXT NOT NULL, 
	seats TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	entropy TEXT DEFAULT '{}' NOT NULL, 
	listed BOOLEAN NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	version INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	next_table VARCHAR(24), 
	created DATETIME DEFAULT CURRENT_TIMESTAMP, 
	touched DATETIME DEFAULT CURRENT_TIMESTAMP, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('x8ax4r4qeecz','locker','{"players": 2, "first": null, "variant": "none", "divers": "none", "tracker": false, "sunken": 1}','[{"seat": "A", "kind": "person", "name": "Ann", "token": "716ecb798f63c4f8be044886fd936b946d02911aa24a747e385a7a4e0ca13984", "person": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3"}, {"seat": "B", "kind": "open"}]','{"pace": null, "chat": false, "hints": null, "move_seconds": 0, "bank_seconds": 0, "host": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3"}',X'01934FE9A2A410E79B10FEA4BBA9ADAB411FA359C7E1B4E929626F2A01F9F129','{}',0,'open',0,1,NULL,'2026-11-16 17:12:19','2026-11-16 17:12:19');
INSERT INTO "tables" VALUES('n8drrp5tp8wt','reef','{"players": 3, "scarce": false, "chart": "standard", "helm": "1,1,2,2,3,3,?,?", "cards": "usual", "chests": "2,2,3,3,4,4/3,3,4,4,5,5/4,4,5,5,6,6", "first": "A"}','[{"seat": "A", "kind": "person", "name": "Ann", "token": "3943ac86eddadc40d93fa7bd6720b3e59a374a6aa26281e83dcd37d5d6802f49", "person": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3"}, {"seat": "B", "kind": "person", "name": "Ben", "token": "859404e6db1958727d433c54af0f17ce36bb752ed33c7ed995dd3f641cd77bcd", "person": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3", "away": false, "stand_in": "sailor"}, {"seat": "C", "kind": "bot", "level": "deckhand", "name": "Barnacle"}]','{"pace": null, "chat": true, "hints": null, "move_seconds": 3600, "bank_seconds": 60, "host": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3", "resumed": [1794849139.3238323, 1794849139.5813348], "by_clock": [1, 4], "hinted_at": {"B": "f00d"}, "hinted": {"B": 1}, "undo": {"seat": "A", "version": 18, "agreed": ["A"]}}',X'E4D46236471162EE16C19D4ED66B211E054A803EB51CC556AF1CE74FC12AF569','{}',0,'playing',18,19,NULL,'2026-11-16 17:12:19','2026-11-16 17:12:19');
INSERT INTO "tables" VALUES('bmc2sb6hgkgq','locker','{"players": 2, "first": null, "variant": "none", "divers": "none", "tracker": false, "sunken": 1}','[{"seat": "A", "kind": "person", "name": "Ann", "token": "d26198a516c55042bbd8262e0c3c756148992b1fdf45be9d4db0ed1f62fe6598", "person": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3"}, {"seat": "B", "kind": "person", "name": "Ben", "token": "405a0863ecb449d71c86b1fb0cc209172482d7a4fb5006a86faba11a2e38f219", "person": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3"}]','{"pace": null, "chat": true, "hints": null, "move_seconds": 0, "bank_seconds": 0, "host": "4416ee33d614806735adfb6a55c571f8ddc92b1dd7e88ae11f7acad8f4badef3", "resumed": [1794849139.744894], "rematch": {"seat": "A", "agreed": ["A"], "declined": []}}',X'B268785E936B924E46D100B749DE1CDD766CDB6A97370C8E34334391C7ED1843','{}',0,'over',134,65,NULL,'2026-11-16 17:12:19','2026-11-16 17:12:20');
CREATE INDEX ix_chat_table_id ON chat (table_id);
COMMIT;
