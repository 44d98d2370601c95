//! Games, graphics, physics.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
游戏 game
游戏循环 game loop
游戏对象 game object
游戏引擎 game engine
玩家 player
敌人 enemy
怪物 monster
关卡 level, stage
地图编辑器 map editor
道具 item, prop
物品 item
物品栏 inventory
装备 equipment
技能 skill, ability
战斗 battle, combat
伤害 damage
血量 生命值 health, hp
经验值 experience, exp
金币 coin, gold
成就 achievement
存档 save game, save
排行 rank
匹配机制 matchmaking
回合 turn, round
棋盘 board
棋子 piece
落子 走子 move
骰子 dice
扑克 牌 card, poker
粒子 粒子系统 particle
粒子效果 particle effect
精灵 sprite
瓦片 瓦片地图 tile, tilemap
纹理 贴图 texture
材质 material
网格模型 mesh
模型网格 mesh
着色器 shader
顶点着色器 vertex shader
片段着色器 片元着色器 fragment shader
计算着色器 compute shader
顶点缓冲 顶点缓冲区 vertex buffer
帧缓冲 帧缓冲区 framebuffer
深度缓冲 深度测试 depth buffer, depth test
模板测试 stencil
渲染目标 render target
渲染队列 render queue
光照 lighting, light
光源 light
环境光 ambient
法线 法向量 normal
法线贴图 normal map
阴影贴图 shadow map
光线追踪 ray tracing, raytracing
光栅化 rasterize, rasterization
抗锯齿 反锯齿 antialiasing, msaa
后期处理 post processing
天空盒 skybox
视锥 视锥体 frustum
视锥剔除 frustum culling
遮挡剔除 occlusion culling
背面剔除 backface culling
相机控制 camera control
投影矩阵 projection matrix
透视 透视投影 perspective
正交 正交投影 orthographic, orthogonal
世界坐标 world coordinate
坐标系 坐标系统 coordinate system
坐标转换 坐标变换 coordinate transform, transform
变换矩阵 transform matrix
平移 translate, pan
仿射变换 affine
骨骼 骨骼动画 skeleton, bone
蒙皮 skinning
动画状态机 animator, state machine
混合模式 blend mode, blend
混合 blend, mix
物理引擎 physics engine, physics
碰撞 collision, collide
碰撞检测 collision detection, collision
碰撞体 碰撞器 collider
刚体 rigidbody, rigid body
关节 joint
重力 gravity
摩擦 摩擦力 friction
弹力 弹性 restitution, elastic
射线 射线检测 raycast, ray
包围盒 bounding box, aabb
导航网格 navmesh
行为树 behavior tree
预制体 预制件 prefab
场景管理 scene manager
场景切换 scene transition
实体组件系统 ecs
固定帧率 timestep
帧同步 lockstep, frame sync
摇杆 joystick
手柄 gamepad, controller
音效 sound effect, sound
声音 sound, audio
玩家移动 player movement
角色移动 character movement
角色控制 角色控制器 character controller
角色动画 character animation
敌人生成 enemy spawn
刷怪 spawn
出生点 重生点 spawn point
复活 respawn
重生 respawn
子弹 bullet
武器 weapon
护甲 armor
冷却 冷却时间 cooldown
增益 buff
减益 debuff
状态效果 status effect
命中判定 hit test, hitbox
攻击力 attack power
防御力 defense
暴击 critical hit
掉落 drop, loot
宝箱 chest
商店 shop, store
合成配方 配方 recipe
地形 terrain
地形生成 terrain generation
随机地图 procedural generation
区块加载 chunk load
迷宫 maze
视野 field view, vision
战争迷雾 fog war
迷雾 fog
天气系统 weather
昼夜 day night
镜头 camera
第一人称 person, camera
第三人称 third person
准星 crosshair
血条 health bar
分数板 计分板 scoreboard
游戏结束 gameover, game
存档读档 save load
游戏逻辑 game logic
网络同步 network sync, replication
客户端预测 client prediction
延迟补偿 lag compensation
回滚网络 rollback netcode
资源加载 加载资源 asset loading, resource load
资源打包 asset bundle
纹理压缩 texture compression
纹理映射 texture mapping
纹理坐标 texture coordinate, uv
图集 texture atlas, atlas
多重采样 multisample
多级渐远纹理 mipmap
细节层次 level detail, lod
实例化渲染 instancing
批次合并 合批 batching, draw call
立方体贴图 cubemap
环境贴图 environment map
延迟渲染 deferred rendering
前向渲染 forward rendering
基于物理的渲染 pbr
体积光 volumetric
泛光 bloom
景深 depth field
色调映射 tone mapping
伽马校正 伽马 gamma
曲面细分 tessellation
统一缓冲 uniform buffer
交换链 swapchain
描述符集 descriptor set
渲染通道 render pass
场景图 scene graph
层级节点 scene node
包围体 bounding volume
空间划分 空间分割 spatial partition
物理模拟 physics simulation
物理步进 physics step
碰撞层 collision layer
约束求解器 constraint solver
布料 cloth
流体 fluid
逆运动学 inverse kinematics, ik
正运动学 forward kinematics
";
