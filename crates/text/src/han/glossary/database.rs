//! Databases, queries, transactions, storage engines, caches.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
数据库 资料库 database, db
数据库连接 database connection
数据库迁移 database migration, migration
数据表 table
表 table
表名 table name
表结构 schema, table structure
建表 create table
临时表 temp table
分表 sharding, table partition
分库 sharding
分库分表 sharding, shard
行 line, row
行数 row count, line count
列 column, col
列名 column name
列宽 column width
字段名 field name, column name
字段类型 field type
主键 primary key
外键 foreign key
外键约束 foreign key constraint
唯一键 唯一索引 unique index, unique key
唯一约束 unique constraint
复合主键 联合主键 composite primary key
联合索引 复合索引 composite index
聚簇索引 聚集索引 clustered index
二级索引 辅助索引 secondary index
覆盖索引 covering index
全文索引 fulltext index
全文搜索 全文检索 full text search, fts
建索引 创建索引 create index
索引扫描 index scan
全表扫描 full table scan, table scan
自增主键 自增列 auto increment, serial
约束条件 constraint
检查约束 check constraint
默认约束 default constraint
级联删除 cascade delete, delete
级联更新 cascade update
事务 transaction
事务管理 transaction manager
事务提交 提交事务 commit transaction
事务回滚 回滚事务 rollback transaction
事务隔离 隔离级别 事务隔离级别 isolation level
嵌套事务 nested transaction, savepoint
保存点 savepoint
分布式事务 distributed transaction, saga
两阶段提交 2pc, phase commit
二阶段提交 2pc, phase commit
读已提交 read committed
可重复读 repeatable read
不可重复读 repeatable read
串行化隔离 serializable
多版本并发控制 mvcc
多版本 multi version, mvcc
回滚日志 undo log
重做日志 redo log
二进制日志 binlog
慢查询 slow query
查询语句 query, sql
查询条件 query condition, filter
查询构造器 查询构建器 query builder
查询优化 query optimization
查询优化器 query optimizer, planner
查询计划 query plan
查询计划器 query planner
查询缓存 query cache
查询结果 query result, result set
查询引擎 query engine
子查询 subquery
连接查询 联表查询 关联查询 联表 join
内连接 inner join
外连接 outer join
左连接 left join
右连接 right join
交叉连接 cross join
哈希连接 hash join
嵌套循环连接 nested loop join
聚合函数 aggregate function, aggregate
分组查询 group
排序规则 collation, sort order
分页查询 pagination, paginate, limit offset
条件查询 query filter
批量插入 bulk insert, batch insert
批量更新 bulk update
批量删除 bulk delete
插入或更新 upsert
增删改查 增删查改 crud
预处理语句 预编译语句 prepared statement
参数化查询 parameterized query, bind
占位参数 placeholder, bind
原生查询 raw query, raw sql
物化视图 materialized view
数据字典 data dictionary
数据定义 ddl
数据操作 dml
结果映射 result map
关系型 关系型数据库 relational
非关系型 nosql
文档数据库 document database
图数据库 graph database
时序数据库 time series database, tsdb
时序 时序数据 time series, timeseries
键值存储 key value store, kv
列式存储 列存 columnar, column store
行式存储 row store
内存数据库 memory database
向量数据库 vector database, vector store
数据仓库 data warehouse, warehouse
数据湖 data lake
数据库驱动 database driver, driver
数据访问层 dao, data access, repository
数据层 data layer
对象关系映射 orm
实体类 entity
实体关系 entity relation
一对一 onetoone
一对多 onetomany, hasmany
多对一 manytoone, belongs
多对多 manytomany, m2m
反向关联 reverse relation, related name
关联表 中间表 join table, pivot
预先加载 贪婪加载 eager load, preload
惰性加载 lazy load
乐观并发 optimistic concurrency
读写分离 read write splitting, replica
主库 primary, master
从库 备库 replica, slave
数据分片 sharding, shard
分片键 shard key
分区键 partition key
范围分区 range partition
哈希分区 hash partition
列表分区 list partition
分区裁剪 partition pruning
行锁 row lock
表锁 table lock
间隙锁 gap lock
意向锁 intention lock
元数据锁 metadata lock
游标分页 cursor pagination
连接串 连接字符串 connection string, dsn
数据备份 backup, dump
数据恢复 restore, recovery
数据导入 data import
数据导出 data export
数据迁移 data migration, migrate
数据校验 data validation, validate
数据清洗 data cleaning
数据归档 archive
数据一致性 consistency
数据填充 seeder, seed
种子数据 seed
表空间 tablespace
页分裂 page split
日志序列号 lsn
脏页 dirty page
缓存池 cache pool, buffer pool
统计信息 statistics, stats
代价模型 cost model
谓词 predicate
谓词下推 下推 predicate pushdown, pushdown
投影 projection
通用表表达式 cte
递归查询 recursive query
行转列 pivot
去重查询 distinct
模糊查询 like
空间索引 spatial index
地理空间 geospatial
倒排 inverted
相关性 relevance
相关度 relevance, score
搜索引擎 search engine
搜索结果 search result
搜索框 search box
搜索建议 search suggestion, suggest
召回 recall
写前日志 wal
合并压缩 compaction
内存表 memtable
数据文件 data file
键空间 keyspace
过期键 expired key, expire
过期时间 expire time, expiration, ttl
过期策略 expiration policy, expire
定期删除 active expire, periodic
惰性删除 lazy expire, lazy delete
持久化策略 persistence
数据落盘 flush, persist
管道命令 pipeline
哈希槽 hash slot, slot
查询集 queryset
模型关联 model relation
迁移文件 migration
写批次 write batch
块缓存 block cache
表缓存 table cache
写停顿 write stall
前缀压缩 prefix compression
数据块 data block
索引块 index block
行存 row store
行格式 row format
数据页 data page
数据行 row
数据列 column
数据库表 table
数据库锁 database lock
数据库适配 database adapter, dialect
数据库方言 方言 dialect
数据库游标 cursor
数据源配置 datasource config
数据源切换 多数据源 datasource switch, datasource
数据压缩 data compression
数据加密 data encryption
数据脱敏 data masking, mask
数据分页 pagination
数据排序 sort
数据查询 query
数据更新 update
数据删除 delete
数据插入 insert
数据写入 write
数据读取 read
数据存储 storage, store
数据复制 replication
数据订阅 change data capture, cdc
变更数据捕获 change data capture, cdc
数据管道 data pipeline
数据血缘 lineage
数据比对 data diff
数据修复 data repair
数据回填 backfill
数据补偿 compensate
数据预热 warmup
执行引擎 execution engine
执行算子 executor, operator
逻辑计划 logical plan
规则优化 rule based optimization
代价估算 cost estimation
连接顺序 join order
连接重排 join reorder
子查询展开 subquery unnesting
表达式求值 expression evaluation, eval
类型提升 type promotion
聚合下推 aggregate pushdown
排序键 sort key
分组键 group key
分组聚合 group, aggregate
分组统计 group, count
去重计数 count distinct
计数查询 count
求和查询 sum
联合查询 union
排序分页 order limit
随机排序 order random
键范围 key range
范围扫描 range scan
点查 point query
前缀查询 prefix match, prefix
多条件查询 filter
组合查询 composite query
关联关系 association, relation
关联模型 related model
关联对象 related object
自关联 self reference
多态关联 polymorphic
级联操作 cascade
延迟关联 lazy relation
脏标记 dirty flag, dirty
只读事务 read transaction
事务传播 transaction propagation
长事务 long transaction
快照隔离 snapshot isolation
快照读 snapshot read
当前读 current read
一致性读 consistent read
版本链 version chain
主键冲突 duplicate key, primary key conflict
主键生成 主键生成策略 id generator, key generator
雪花算法 snowflake
分布式主键 分布式唯一标识 snowflake, id generator
自增长 auto increment
全局唯一 globally unique, uuid
冷数据 cold data
热数据 hot data
热键 hot key
大键 big key
缓存一致性 cache consistency, coherence
缓存时间 cache ttl
缓存后端 cache backend
缓存淘汰 cache eviction, evict
缓存层 cache layer
缓存注解 cacheable
";
